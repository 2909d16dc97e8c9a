import type { Command } from 'commander'

/** The options of every command about what is kept encrypted. */
export function addSecretFlags(command: Command): Command {
  return command
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--json', 'write one JSON object')
}
