import type { Command } from 'commander'

/** The options of every command about what was recorded. */
export interface RecordFlags {
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}

/** Adds the flags for the place of the record. */
export function addRecordFlags(command: Command): Command {
  return command
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the operator's configuration (default: drawbridge.jsonc in the home)")
}
