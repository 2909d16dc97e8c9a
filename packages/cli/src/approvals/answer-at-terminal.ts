import type { ApprovalRequest } from '@drawbridge/core'
import type { AnswerSender } from '@drawbridge/core/approval'
import { untilAborted } from '@drawbridge/room'
import type { ApproverTools } from '@drawbridge/sdk'
import type { ApprovalDesk, StoredApproval } from '@drawbridge/sdk/authority'
import { previewOfRequest } from '@drawbridge/sdk/preview'
import { createTerminalApprover } from '../approval/create-terminal-approver.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { explainReceipt } from './answer-approval.ts'
import { describeOrigin } from './render-approval.ts'

export interface AnsweringOptions {
  readonly desk: ApprovalDesk
  readonly terminal: Terminal
  readonly tools: ApproverTools
  /** The identity of the person who answers. */
  readonly sender: AnswerSender
  /** True if it waits for new questions, until the signal is aborted or the person leaves. */
  readonly stays: boolean
  readonly signal: AbortSignal
}

/** Puts the questions of the desk before the person at the terminal, one after the other, oldest first. */
export async function answerAtTerminal(options: AnsweringOptions): Promise<void> {
  const { desk, terminal, tools, sender, stays, signal } = options
  const leaving = new AbortController()
  const left = new Set<string>()
  const origins = new Map<string, string>()
  const approver = createTerminalApprover({
    terminal,
    previewChange: (request) => previewOfRequest(request, tools),
    scrubber: tools.scrubber,
    originOf: ({ id }) => origins.get(id),
    leave: (requestId) => {
      if (requestId === undefined) leaving.abort()
      else left.add(requestId)
    },
  })
  const over = AbortSignal.any([signal, leaving.signal])
  const ended = untilAborted(over)
  let wake = () => {}
  using _watching = await desk.watch(() => wake())

  while (!over.aborted) {
    const changed = Promise.withResolvers<void>()
    wake = changed.resolve
    const open = (await desk.list()).filter(({ request }) => !left.has(request.id))
    const [next] = open
    if (next !== undefined) {
      origins.set(next.request.id, describeOrigin(next))
      await answerOne(next)
    } else if (stays) await Promise.race([changed.promise, ended])
    else return
  }

  async function answerOne({ request }: StoredApproval): Promise<void> {
    const settled = new AbortController()
    const look = async () => {
      if ((await desk.find(request.id))?.state !== 'pending') settled.abort()
    }
    using _looking = await desk.watch(() => void look().catch(() => undefined))
    await look()
    const isOver = AbortSignal.any([over, settled.signal, AbortSignal.timeout(timeLeft(request))])
    for await (const decision of approver.ask([request], isOver)) {
      const receipt = await desk.answer(decision, sender)
      if (receipt.status !== 'accepted') terminal.write(`${explainReceipt(request.id, receipt)}\n`)
    }
  }
}

function timeLeft({ expiresAt }: ApprovalRequest): number {
  return Math.max(0, expiresAt - Date.now())
}
