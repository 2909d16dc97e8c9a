import type { Command } from 'commander'

/** Adds the flags for the place of agents and the form of the answer. */
export function addAgentFlags(command: Command): Command {
  return command
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--json', 'write one JSON object')
}
