import type { Command } from 'commander'

/** The options of the commands that look at one configuration file. */
export interface PolicyFileFlags {
  readonly workspace?: string
  readonly project?: boolean
  readonly json?: boolean
}

export function addPolicyFileFlags(command: Command): Command {
  return command
    .argument('<file>', 'a configuration file (drawbridge.jsonc)')
    .option('--workspace <folder>', 'base of relative paths (default: the current folder)')
    .option('--project', 'check it as the file of a project, which may only narrow')
    .option('--json', 'write one JSON object')
}
