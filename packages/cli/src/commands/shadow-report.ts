import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { ShadowReportFlags } from '../simulate/run-shadow-report.ts'

export const configureShadowReport: ConfigureCommand = (command, { io }) => {
  command
    .option('--since <time>', 'only calls since a day or time, such as 2026-11-28')
    .option('--session <id>', 'only this session (default: all that are recorded)')
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the operator's configuration (default: drawbridge.jsonc in the home)")
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [['What would the new policy have changed?', 'drawbridge shadow report']],
        'The section "shadow" of the configuration names the shadow policy, which decides nothing.',
      ),
    )
    .action(async (flags: ShadowReportFlags) => {
      const { runShadowReport } = await import('../simulate/run-shadow-report.ts')
      await runShadowReport(flags, io)
    })
}
