import type { RunReported } from '@drawbridge/access'
import { noUsage } from '@drawbridge/core/model'
import { followSession } from '../stream/follow-session.ts'
import { AnswerError, type AnswerPart, approvalWaitMs, finishOf, usageOf, waitingParts } from './answer-parts.ts'

/** The events that make an answer, as they are recorded. */
type Recorded =
  | { readonly type: 'message.placed'; readonly node?: string }
  | {
      readonly type: 'model.answered'
      readonly node?: string
      readonly blocks: readonly { readonly type: string; readonly text?: string }[]
    }
  | { readonly type: 'permission.requested' | 'permission.decided' | 'permission.failed' }
  | { readonly type: 'run.ended'; readonly reason: string }
  | RunReported

/**
 * Follows a run of another node from the message that it reads to its end, by what is recorded of it. What waits for a person for too long
 * ends the answer, as in a run of this node.
 */
export async function* partsOfRecord(
  gateway: Parameters<typeof followSession>[0] & {
    readonly clock: { after(milliseconds: number, action: () => void): Disposable }
  },
  {
    session,
    message,
    after,
    where,
    signal,
  }: {
    readonly session: string
    readonly message: string
    /** The position behind which the message is. */
    readonly after: number
    /** The place where a person answers. */
    readonly where: string
    readonly signal: AbortSignal
  },
): AsyncGenerator<AnswerPart> {
  const tired = new AbortController()
  let waiting: Disposable | undefined
  let isRead = false
  try {
    const following = { session, after, signal: AbortSignal.any([signal, tired.signal]), mayGoOn: async () => true }
    for await (const news of followSession(gateway, following)) {
      if (news.kind !== 'recorded') continue
      const event = JSON.parse(news.row.content) as Recorded
      if (event.type === 'message.placed') isRead ||= event.node === `message/${message}`
      if (event.type === 'permission.requested') waiting ??= gateway.clock.after(approvalWaitMs, () => tired.abort())
      if (event.type === 'permission.decided' || event.type === 'permission.failed') {
        waiting?.[Symbol.dispose]()
        waiting = undefined
      }
      if (!isRead) continue
      // An answer without a node was cut, and nothing of it counts.
      if (event.type === 'model.answered' && event.node !== undefined)
        for (const { type, text = '' } of event.blocks) if (type === 'text' && text !== '') yield { type: 'text', text }
      if (event.type === 'run.ended' && event.reason === 'interrupted')
        throw new AnswerError('The node that worked on this session has ended: send a message to go on.')
      if (event.type !== 'run.reported') continue
      const { reason, message: cause, usage } = event
      if (reason === 'failed') throw new AnswerError(cause ?? 'The run failed.')
      yield { type: 'end', finish: finishOf(reason), usage: usageOf({ ...noUsage, ...usage }) }
      return
    }
    if (tired.signal.aborted) yield* waitingParts(where)
    else throw new AnswerError('This node is about to end: follow the session with its events.')
  } finally {
    waiting?.[Symbol.dispose]()
  }
}
