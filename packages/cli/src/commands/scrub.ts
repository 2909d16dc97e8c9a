import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

interface ScrubFlags {
  readonly jsonl?: boolean
  readonly report?: boolean
}

export const configureScrub: ConfigureCommand = (command, { io }) => {
  command
    .option(
      '--jsonl',
      'read lines {"text"} and write lines {text, redactions} with offsets in UTF-16 units of the input',
    )
    .option('--report', 'write the number of removed secrets by rule to standard error, as JSON')
    .addHelpText(
      'after',
      examplesHelp([
        ['Before a log is shared', 'drawbridge scrub --report < build.log > build-clean.log'],
        ['Where the secrets are', 'drawbridge scrub --jsonl < texts.jsonl'],
      ]),
    )
    .action(async ({ jsonl = false, report = false }: ScrubFlags) => {
      const { scrubLines, scrubText } = await import('../scrub/scrub-input.ts')
      const counts = jsonl ? await scrubLines(io) : await scrubText(io)
      if (report) await io.diagnostics.write(`${JSON.stringify(counts)}\n`)
    })
}
