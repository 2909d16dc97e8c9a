import type { Command } from 'commander'

/** Where agents are kept, and how the answer is written. */
export function addAgentFlags(command: Command): Command {
  return command
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--json', 'write one JSON object')
}
