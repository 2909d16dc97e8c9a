import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'
import type { ShowFlags } from '../sessions/show-session.ts'

export const configureSessionsShow: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command.argument('<id>', 'id as in `drawbridge sessions`, or a unique prefix'))
    .option('--tree', 'show runs, model turns and results as a tree, with those of subagents')
    .option('--json', 'write one JSON object')
    .addHelpText('after', examplesHelp([['The outcome of each call', 'drawbridge sessions show work']]))
    .action(async (id: string, flags: ShowFlags) => {
      const { showSession } = await import('../sessions/show-session.ts')
      await showSession(id, flags, io)
    })
}
