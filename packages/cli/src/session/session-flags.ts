import type { Command } from 'commander'
import { UsageError } from '../command-line/usage-error.ts'

/** The options of every command that works on a folder. */
export interface SessionFlags {
  readonly workspace?: string
  readonly home?: string
  readonly mode?: string
  readonly config?: string
}

export function addSessionFlags(command: Command): Command {
  return command
    .option('--workspace <folder>', 'the folder that tools work in (default: the current one)')
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .addOption(command.createOption('--mode <mode>', 'how strict to be').hideHelp())
    .addOption(command.createOption('--config <file>', 'the configuration').hideHelp())
}

/** A mode or a configuration that would be ignored could promise a protection that is not there. */
export function assertSupported({ mode, config }: SessionFlags): void {
  if (mode !== undefined && mode !== 'default') {
    throw new UsageError(`--mode ${mode} is not available yet; the only mode is "default".`)
  }
  if (config !== undefined) {
    throw new UsageError(`--config ${config}: configuration files are not read yet. Leave the option out.`)
  }
}
