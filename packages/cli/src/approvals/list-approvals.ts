import { createStyle } from '@drawbridge/room/text'
import type { Io } from '../io/io.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { approvalJson } from './approval-json.ts'
import { findAuthority } from './open-authority.ts'
import { renderApproval } from './render-approval.ts'

export interface ListFlags extends ApprovalFlags {
  readonly all?: boolean
}

/** Lists what can be answered, or everything that was asked. */
export async function listApprovals(flags: ListFlags, io: Io): Promise<void> {
  await using store = await findAuthority(flags, io)
  const approvals = (await store?.approvals.list({ all: flags.all === true })) ?? []
  const { output, diagnostics } = io
  if (flags.json === true) return output.write(`${JSON.stringify({ approvals: approvals.map(approvalJson) })}\n`)
  if (approvals.length === 0) return diagnostics.write('No questions are pending.\n')
  const style = createStyle(output.colour)
  await output.write(approvals.map((approval) => renderApproval(approval, style)).join('\n'))
  await diagnostics.write(
    'Answer at a terminal with `drawbridge approvals`, or `drawbridge approvals answer ID ANSWER --digest DIGEST`.\n',
  )
}
