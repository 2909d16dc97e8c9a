import type { LoopEvent } from '@drawbridge/core/agent'
import { type ModelAnswer, type ModelEvent, type ModelUsage, promptTokens } from '@drawbridge/core/model'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { Chats } from '../chat/chats.ts'

/** A part of an answer, whatever it is made from. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'call'
      readonly index: number
      readonly id: string
      readonly name: string
      readonly arguments: string
    }
  | { readonly type: 'end'; readonly finish: FinishReason; readonly usage: CompletionUsage }

/** The reason why an answer ended, in the words of OpenAI. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** Tokens, in the words of OpenAI. */
export interface CompletionUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}

/** Returns tokens in the words of OpenAI. */
export function usageOf(usage: ModelUsage): CompletionUsage {
  const prompt = promptTokens(usage)
  return { prompt_tokens: prompt, completion_tokens: usage.output, total_tokens: prompt + usage.output }
}

/** An answer that failed after a part of it was sent. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
}

/** The time after which a wait for a person ends an answer, in milliseconds. */
export const approvalWaitMs = 30_000

/**
 * Follows a run of this node from the message that it reads to its end. What waits for a person for longer ends the answer with a
 * sentence that says where to answer; the run goes on.
 */
export async function* partsOfRun(
  chats: Pick<Chats, 'listen'>,
  {
    session,
    begin,
    clock,
    where,
  }: {
    readonly session: string
    /** Sends the message, and returns its id. Undefined if the run is on another node. */
    begin(): Promise<string | undefined>
    readonly clock: { after(milliseconds: number, action: () => void): Disposable }
    /** The place where a person answers. */
    readonly where: string
  },
): AsyncGenerator<AnswerPart> {
  const events: (LoopEvent | 'waits')[] = []
  let news = Promise.withResolvers<void>()
  const add = (event: LoopEvent | 'waits') => {
    events.push(event)
    news.resolve()
  }
  let waiting: Disposable | undefined
  using _listening = chats.listen(({ session: of, event }) => {
    if (of === session) add(event)
  })
  const message = await begin()
  if (message === undefined) return
  let isRead = false
  try {
    for (;;) {
      const event = events.shift()
      if (event === undefined) {
        await news.promise
        news = Promise.withResolvers()
        continue
      }
      if (event === 'waits') {
        yield* waitingParts(where)
        return
      }
      if (event.type === 'message.placed') isRead ||= event.message.node === `message/${message}`
      if (event.type === 'approval.requested') waiting = clock.after(approvalWaitMs, () => add('waits'))
      if (event.type === 'approval.decided') waiting?.[Symbol.dispose]()
      if (!isRead) continue
      if (event.type === 'text.streamed') yield { type: 'text', text: event.text }
      if (event.type !== 'run.ended') continue
      const { reason, message: cause, usage } = event.report
      if (reason === 'failed') throw new AnswerError(cause ?? 'The run failed.')
      yield { type: 'end', finish: finishOf(reason), usage: usageOf(usage) }
      return
    }
  } finally {
    waiting?.[Symbol.dispose]()
  }
}

/** Returns the end of an answer whose run waits for a person. @param where The place where a person answers. */
export function* waitingParts(where: string): Generator<AnswerPart> {
  yield { type: 'text', text: `\n\nA call waits for the answer of a person: ${where}. Then go on with this session.` }
  yield { type: 'end', finish: 'stop', usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }
}

/** Returns the reason why a run ended in the words of OpenAI. */
export function finishOf(reason: string): FinishReason {
  if (reason === 'refused') return 'content_filter'
  return reason === 'max_turns' || reason === 'budget' || reason === 'context_exhausted' ? 'length' : 'stop'
}

/**
 * Passes the answer of a model on, with the calls that its client is to make.
 * @param onAnswered Hears of the answer before its last part is passed on.
 */
export async function* partsOfModel(
  events: AsyncIterable<ModelEvent>,
  scrubber: Pick<Scrubber, 'stream'>,
  onAnswered: (answer: ModelAnswer) => Promise<void>,
): AsyncGenerator<AnswerPart> {
  const texts = scrubber.stream()
  for await (const event of events) {
    if (event.type === 'text') {
      const text = texts.push(event.text)
      if (text !== '') yield { type: 'text', text }
    }
    if (event.type !== 'answered') continue
    const rest = texts.flush()
    if (rest !== '') yield { type: 'text', text: rest }
    const { blocks, stop, usage } = event.answer
    await onAnswered(event.answer)
    const calls = blocks.flatMap((block) => (block.type === 'call' ? [block] : []))
    for (const [index, { id, name, input }] of calls.entries())
      yield { type: 'call', index, id, name, arguments: JSON.stringify(input) }
    const finish = { calls: 'tool_calls', length: 'length', refused: 'content_filter' } as const
    const reason = stop === 'calls' || stop === 'length' || stop === 'refused' ? finish[stop] : 'stop'
    yield { type: 'end', finish: reason, usage: usageOf(usage) }
  }
}
