import type { StoredApproval } from '@drawbridge/sdk/authority'
import type { Io } from '../io/io.ts'
import { createStyle } from '../text/create-style.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { approvalJson } from './approval-json.ts'
import { answerWith } from './ask-approvals.ts'
import { needAuthority } from './open-authority.ts'
import { renderApproval } from './render-approval.ts'
import { untilAborted } from './until-aborted.ts'

/** Shows each question once, as it comes, until it is interrupted; at a terminal it can be answered there. */
export async function watchApprovals(flags: ApprovalFlags, io: Io): Promise<void> {
  using terminal = flags.json === true ? undefined : io.openTerminal({ inputIsData: false })
  if (terminal !== undefined) {
    await io.diagnostics.write('Waiting for questions. Ctrl-C stops watching; open questions stay open.\n')
    return answerWith(terminal, true, flags, io)
  }
  using interruption = io.catchInterrupts()
  const { signal } = interruption
  await using store = await needAuthority(flags, io)
  const { approvals } = store
  const shown = new Set<string>()
  let wake = () => {}
  using _watching = await approvals.watch(() => wake())
  const ended = untilAborted(signal)
  // Listening alone keeps no process alive.
  const stay = setInterval(() => undefined, 60_000)
  try {
    while (!signal.aborted && !io.output.closed) {
      const changed = Promise.withResolvers<void>()
      wake = changed.resolve
      for (const approval of await approvals.list()) {
        if (shown.has(approval.request.id)) continue
        shown.add(approval.request.id)
        await io.output.write(show(approval))
      }
      await Promise.race([changed.promise, ended])
    }
  } finally {
    clearInterval(stay)
  }

  function show(approval: StoredApproval): string {
    if (flags.json === true) return `${JSON.stringify(approvalJson(approval))}\n`
    return `${renderApproval(approval, createStyle(io.output.colour))}\n`
  }
}
