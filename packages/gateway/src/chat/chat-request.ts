import { z } from 'zod'

const text = z.string().max(1_000_000)
const part = z.looseObject({ type: z.string(), text: text.optional() })

const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([text, z.array(part).max(1_000), z.null()]).optional(),
})

/** A request for a chat completion. Unknown parameters are ignored, as clients of this form expect. */
export const chatRequest = z.looseObject({
  model: z.string().min(1).max(200),
  messages: z.array(message).min(1).max(2_000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.number().nullish(),
  tools: z.array(z.unknown()).nullish(),
  logprobs: z.boolean().nullish(),
  metadata: z.looseObject({ session: z.string().max(200).optional() }).nullish(),
})

/** A request for a chat completion. */
export type ChatRequest = z.output<typeof chatRequest>

/** Returns the words of a message. */
function textOf({ content }: ChatRequest['messages'][number]): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((each) => each.text ?? '').join('')
}

/** Returns what the user says: the last message, after those of the client's system and, in a new session, all before. */
export function promptOf({ messages }: ChatRequest, isNew: boolean): string {
  const last = messages.at(-1)
  if (!isNew || messages.length === 1 || last === undefined) return last === undefined ? '' : textOf(last)
  const before = messages.slice(0, -1).map((each) => `${each.role}: ${textOf(each)}`)
  return `${before.join('\n')}\n\n${textOf(last)}`
}
