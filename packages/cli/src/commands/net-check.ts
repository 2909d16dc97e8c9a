import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureNetCheck: ConfigureCommand = (command, { io }) => {
  command
    .requiredOption(
      '--jsonl',
      'one URL per line, as a JSON string or {"url", "dns"?, "redirects"?, …}; one answer per line',
    )
    .addHelpText(
      'after',
      examplesHelp([['By spelling only', `echo '"http://169.254.169.254/"' | drawbridge net check --jsonl`]]),
    )
    .action(async () => {
      const [{ netCheckLine }, { answerLines }] = await Promise.all([
        import('@drawbridge/net'),
        import('../scrub/answer-lines.ts'),
      ])
      await answerLines(io, netCheckLine)
    })
}
