import type { VerifyFlags } from '../audit/verify-log.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'

export const configureAuditVerify: ConfigureCommand = (command, { io, finish }) => {
  addRecordFlags(command)
    .option('--anchor <file>', 'file for the last verified end (default: audit-anchor.json in the home)')
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Is the log complete and unchanged?', 'drawbridge audit verify'],
          ['With the end kept where others cannot write', 'drawbridge audit verify --anchor anchor.json'],
        ],
        'Exit code: 0 the log is intact; 1 it is not, and the first bad entry is named.',
      ),
    )
    .action(async (flags: VerifyFlags) => {
      const { verifyLog } = await import('../audit/verify-log.ts')
      finish(await verifyLog(flags, io))
    })
}
