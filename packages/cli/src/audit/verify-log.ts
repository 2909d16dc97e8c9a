import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { errorMessage } from '@drawbridge/core'
import { createStyle } from '@drawbridge/room/text'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { AuditAnchor, AuditReport } from '@drawbridge/sdk/store'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { openRecord } from '../sessions/open-record.ts'
import type { RecordFlags } from '../sessions/record-flags.ts'

export interface VerifyFlags extends RecordFlags {
  readonly anchor?: string
}

/**
 * Verifies the whole audit log. Saves the end that it has seen in a file and compares the log with it next time, which
 * detects entries that were cut off, unless the file was changed too.
 */
export async function verifyLog(flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const file = flags.anchor ?? join(resolveHome({ flag: flags.home, env: io.environment }), 'audit-anchor.json')
  const anchor = readAnchor(file)
  await using record = await openRecord(flags, io)
  const nothing: AuditReport = { status: 'sound', entries: 0, first: 1, head: { position: 0, hash: '' } }
  const missing: AuditReport = { status: 'broken', entries: 0, position: 1, problem: 'The complete record is missing.' }
  const report = (await record?.verify(anchor)) ?? ((anchor?.position ?? 0) > 0 ? missing : nothing)
  await io.output.write(
    flags.json === true ? `${JSON.stringify(report)}\n` : render(report, createStyle(io.output.colour)),
  )
  if (report.status !== 'sound') return exitCodes.failed
  if (record !== undefined) await keepAnchor(file, report.head)
  return exitCodes.ok
}

/** Written as a whole or not at all: the earlier end is worth more than half of the new one. */
async function keepAnchor(file: string, head: AuditAnchor): Promise<void> {
  const whole = `${file}.${process.pid}`
  try {
    await writeFile(whole, `${JSON.stringify(head)}\n`, { mode: 0o600 })
    await rename(whole, file)
  } catch (error) {
    await rm(whole, { force: true })
    throw new UsageError(
      `The end of the log could not be saved in ${resolve(file)}: ${errorMessage(error)}. Free some space or name another file with --anchor.`,
    )
  }
}

function readAnchor(file: string): AuditAnchor | undefined {
  if (!existsSync(file)) return undefined
  try {
    const { position, hash } = JSON.parse(readFileSync(file, 'utf8')) as AuditAnchor
    if (Number.isSafeInteger(position) && typeof hash === 'string') return { position, hash }
  } catch {
    // As unreadable as one of another shape.
  }
  throw new UsageError(
    `${resolve(file)} is not an anchor of an audit log. Remove it to start again, or name another with --anchor.`,
  )
}

function render(report: AuditReport, style: ReturnType<typeof createStyle>): string {
  if (report.status === 'broken')
    return `${style.bad('broken')}  at entry ${report.position}: ${report.problem} The ${report.entries} entries before it are valid.\n`
  const begin = report.first > 1 ? `, from ${report.first} on; earlier entries are past their retention` : ''
  return `${style.good('sound')}  ${report.entries} entries${begin}.\n`
}
