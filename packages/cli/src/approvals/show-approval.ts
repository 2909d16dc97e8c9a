import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { createStyle } from '../text/create-style.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { approvalJson } from './approval-json.ts'
import { ambiguous, findByPrefix } from './find-by-prefix.ts'
import { findAuthority } from './open-authority.ts'
import { renderApproval } from './render-approval.ts'

/** Shows one question whole: every part of the call, the change, and what each answer would save. */
export async function showApproval(id: string, flags: ApprovalFlags, io: Io): Promise<ExitCode> {
  await using store = await findAuthority(flags, io)
  const found = store === undefined ? undefined : await findByPrefix(store.approvals, id)
  if (found?.status !== 'found') {
    const none = `There is no question ${JSON.stringify(id)}. See: drawbridge approvals list`
    await io.diagnostics.write(`drawbridge: ${found === undefined ? none : ambiguous(id, found.ids)}\n`)
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
