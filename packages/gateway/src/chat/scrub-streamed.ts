import type { LoopEvent } from '@drawbridge/core/agent'
import type { Scrubber } from '@drawbridge/core/scrub'

/** Passes the events of a run on with their streamed text scrubbed: a secret may come in two pieces. Arguments of calls are left out. */
export async function* scrubStreamed(
  events: AsyncIterable<LoopEvent>,
  scrubber: Pick<Scrubber, 'stream'>,
): AsyncGenerator<LoopEvent> {
  let held:
    | { readonly type: 'text.streamed' | 'reasoning.streamed'; readonly stream: ReturnType<Scrubber['stream']> }
    | undefined
  for await (const event of events) {
    const isText = event.type === 'text.streamed' || event.type === 'reasoning.streamed'
    if (held !== undefined && held.type !== event.type) {
      const rest = held.stream.flush()
      // A void answer is not shown at all.
      if (rest !== '' && event.type !== 'answer.voided') yield { type: held.type, text: rest }
      held = undefined
    }
    if (isText) {
      held ??= { type: event.type, stream: scrubber.stream() }
      const text = held.stream.push(event.text)
      if (text !== '') yield { type: event.type, text }
    } else yield event.type === 'call.streamed' ? { ...event, text: '' } : event
  }
}
