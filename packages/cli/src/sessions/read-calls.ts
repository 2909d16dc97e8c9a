import { isJsonObject } from '@drawbridge/core/base'

/** The arguments and the reason of a recorded call. */
export interface ToldCall {
  /** As the tool got them; of a call that never started, as the model sent them. */
  readonly arguments?: unknown
  /** The code of a call that did not succeed. */
  readonly code?: string
  /** Its reason: the first line that the model read. */
  readonly message?: string
}

/** Reads the arguments and the reason of each call out of the events of a session, by the id of the call. */
export async function readCalls(
  events: AsyncIterable<{ readonly text: string }>,
): Promise<ReadonlyMap<string, ToldCall>> {
  const calls = new Map<string, ToldCall>()
  for await (const { text } of events) {
    const event: unknown = JSON.parse(text)
    if (!isJsonObject(event)) continue
    const { type, toolCallId, input, arguments: given, result } = event
    if (typeof toolCallId !== 'string') continue
    const known = calls.get(toolCallId) ?? {}
    const told = type === 'tool.started' ? input : isJsonObject(result) ? given : undefined
    calls.set(toolCallId, { ...known, ...(told === undefined ? {} : { arguments: told }), ...reasonOf(result) })
  }
  return calls
}

function reasonOf(result: unknown): Pick<ToldCall, 'code' | 'message'> {
  if (!isJsonObject(result) || typeof result.code !== 'string') return {}
  const [first]: readonly unknown[] = Array.isArray(result.content) ? result.content : []
  const text = isJsonObject(first) && typeof first.text === 'string' ? first.text : ''
  return { code: result.code, message: text.split('\n', 1)[0] ?? '' }
}
