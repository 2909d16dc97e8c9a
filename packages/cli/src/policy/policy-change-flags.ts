import type { Command } from 'commander'
import { addFolderFlags, type SessionFlags } from '../session/session-flags.ts'

/** The options of the commands that change the policy of the database. */
export interface ChangeFlags extends SessionFlags {
  readonly note?: string
  readonly replaces?: string
  readonly json?: boolean
}

export function addChangeFlags(command: Command): Command {
  return addFolderFlags(command)
    .option('--note <text>', 'why, for those who read the versions')
    .option('--replaces <version>', 'change nothing if another version is there')
    .option('--json', 'write one JSON object')
}
