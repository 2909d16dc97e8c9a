import { join } from 'node:path'
import { homePath } from '@drawbridge/sdk/folders'
import type { Command } from 'commander'
import type { Io } from '../io/io.ts'

/** The options of the commands that look at one configuration file. */
export interface PolicyFileFlags {
  readonly workspace?: string
  readonly project?: boolean
  readonly json?: boolean
}

/** Returns the file to look at: the given one, else the operator's. */
export function policyFile(given: string | undefined, environment: Io['environment']): string {
  return given ?? join(homePath({ env: environment }), 'drawbridge.jsonc')
}

export function addPolicyFileFlags(command: Command): Command {
  return command
    .argument('[file]', "a configuration file (default: the operator's drawbridge.jsonc in the home)")
    .option('--workspace <folder>', 'base of relative paths (default: the current folder)')
    .option('--project', 'check it as the file of a project, which may only narrow')
    .option('--json', 'write one JSON object')
}
