import { showArrivals } from '@drawbridge/room'
import { createStyle } from '@drawbridge/room/text'
import type { StoredApproval } from '@drawbridge/sdk/authority'
import type { Io } from '../io/io.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { approvalJson } from './approval-json.ts'
import { answerWith } from './ask-approvals.ts'
import { needAuthority } from './open-authority.ts'
import { renderApproval } from './render-approval.ts'

/** Shows each question once, as it comes, until it is interrupted; at a terminal it can be answered there. */
export async function watchApprovals(flags: ApprovalFlags, io: Io): Promise<void> {
  using terminal = flags.json === true ? undefined : io.openTerminal({ inputIsData: false })
  if (terminal !== undefined) {
    await io.diagnostics.write('Waiting for questions. Ctrl-C stops watching; open questions stay open.\n')
    return answerWith(terminal, true, flags, io)
  }
  using interruption = io.catchInterrupts({ orUnread: true })
  await using store = await needAuthority(flags, io)
  const { approvals } = store
  await showArrivals(
    {
      list: () => approvals.list(),
      idOf: ({ request }) => request.id,
      watch: approvals.watch,
      show: (approval) => io.output.write(show(approval)),
    },
    interruption.signal,
  )

  function show(approval: StoredApproval): string {
    if (flags.json === true) return `${JSON.stringify(approvalJson(approval))}\n`
    return `${renderApproval(approval, createStyle(io.output.colour))}\n`
  }
}
