import { createStyle } from '@drawbridge/room/text'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { approvalJson } from './approval-json.ts'
import { findApproval } from './find-approval.ts'
import { findAuthority } from './open-authority.ts'
import { renderApproval } from './render-approval.ts'

/** Shows one question whole: every part of the call, the change, and what each answer would save. */
export async function showApproval(id: string, flags: ApprovalFlags, io: Io): Promise<ExitCode> {
  await using store = await findAuthority(flags, io)
  const found = await findApproval(id, store)
  if (found.status !== 'found') {
    await io.diagnostics.write(`drawbridge: ${found.why}\n`)
    return exitCodes.failed
  }
  const { output } = io
  const text =
    flags.json === true
      ? `${JSON.stringify(approvalJson(found.approval))}\n`
      : renderApproval(found.approval, createStyle(output.colour), true)
  await output.write(text)
  return exitCodes.ok
}
