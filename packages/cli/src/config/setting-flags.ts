import type { Command } from 'commander'

/** The options of every command about the settings that the database keeps. */
export interface SettingFlags {
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}

/** Adds the flags for the place of the database. */
export function addSettingFlags(command: Command): Command {
  return command
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the operator's configuration (default: drawbridge.jsonc in the home)")
    .option('--json', 'write one JSON object')
}
