import { openRun } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { type ApprovalInbox, createApprovalInbox } from '../approval-inbox.ts'
import type { ApprovalDecision, ApprovalRequest } from '../approval-request.ts'
import { approveWith } from '../approve-with.ts'
import { createApprovalScene } from './approval-scene.ts'

export const write = (path = 'a.txt', text = '') => ({ name: 'demo.write', arguments: { path, text } })
export const command = (line: string) => ({ name: 'demo.run', arguments: { command: line } })

/** A run of its own over a scene of its own. */
export function start(options: Partial<RunOptions> = {}) {
  const scene = createApprovalScene(options)
  return { ...scene, run: openRun(scene.options) }
}

export const person = (answer: Parameters<typeof approveWith>[1], id = 'person') => approveWith(id, answer, { human: true })
export const says = (answer: ApprovalDecision['answer'], reason?: string) =>
  person(() => (reason === undefined ? { answer } : { answer, reason }))
export const silent = person(
  (_request, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))),
)

/** An inbox with somebody at it, who sees the requests. */
export function openInbox(id = 'inbox'): ApprovalInbox & { readonly seen: ApprovalRequest[]; readonly settledBy: string[] } {
  const inbox = createApprovalInbox(id)
  const seen: ApprovalRequest[] = []
  const settledBy: string[] = []
  inbox.listen({ requested: (request) => void seen.push(request), settled: (_id, by) => void settledBy.push(by) })
  return { ...inbox, seen, settledBy }
}

export const atHand = { client: 'web', human: true }
export const untilIdle = () => new Promise<void>((resolve) => setImmediate(resolve))

export async function firstRequest(inbox: { readonly seen: readonly ApprovalRequest[] }): Promise<ApprovalRequest> {
  for (;;) {
    const [request] = inbox.seen
    if (request !== undefined) return request
    await untilIdle()
  }
}
