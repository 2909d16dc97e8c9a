import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { FlowReportFlags } from '../sessions/run-flow-report.ts'

export const configureFlowReport: ConfigureCommand = (command, { io }) => {
  command
    .argument('<session>', 'id of the session')
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the operator's configuration (default: drawbridge.jsonc in the home)")
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [['Whose words decided what a session did?', 'drawbridge flow report session_1']],
        'In the mode "watch" it shows what "guard" would have asked.',
      ),
    )
    .action(async (session: string, flags: FlowReportFlags) => {
      const { runFlowReport } = await import('../sessions/run-flow-report.ts')
      await runFlowReport(session, flags, io)
    })
}
