import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { exitCodes } from '../command-line/exit-code.ts'
import { addFolderFlags, type SessionFlags } from '../session/session-flags.ts'

interface DoctorFlags extends SessionFlags {
  readonly json?: boolean
}

export const configureDoctor: ConfigureCommand = (command, { io, finish, checksWith }) => {
  addFolderFlags(command)
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp([['Does everything work here?', 'drawbridge doctor']], 'Exit code: 1 if a check fails, else 0.'),
    )
    .action(async (flags: DoctorFlags) => {
      const { examine } = await import('../doctor/examine.ts')
      const findings = await examine({ flags, io, nodeVersion: process.versions.node }, checksWith)
      if (flags.json === true) {
        await io.output.write(`${JSON.stringify({ checks: findings })}\n`)
      } else {
        const [{ renderFindings }, { createStyle }] = await Promise.all([
          import('../doctor/render-findings.ts'),
          import('@drawbridge/room/text'),
        ])
        await io.output.write(renderFindings(findings, io.output.columns, createStyle(io.output.colour)))
      }
      if (findings.some(({ status }) => status === 'fail')) finish(exitCodes.failed)
    })
}
