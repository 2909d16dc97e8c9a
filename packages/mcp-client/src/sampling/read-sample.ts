import { isJsonObject } from '@drawbridge/core/base'
import { stripInvisible } from '@drawbridge/core/untrusted'

/** A request of a server to a model, as texts. */
export interface Sample {
  readonly system: string | undefined
  readonly prompt: string
  /** The longest answer that the server wants, in tokens. */
  readonly maxTokens: number
}

/** The longest request, in characters: it costs tokens too. */
const longestRequest = 32_000
const mostMessages = 50

/**
 * Reads a server's request for words of a model; a text says why it is refused. A model is asked with texts alone: it gets neither tools
 * nor anything of the conversation that the call belongs to. Pure.
 */
export function readSample(params: Readonly<Record<string, unknown>>): Sample | string {
  const { messages, systemPrompt, maxTokens, includeContext, tools } = params
  if (Array.isArray(tools) && tools.length > 0) return 'it brings tools of its own'
  if (includeContext !== undefined && includeContext !== 'none') return 'it wants to see the conversation'
  if (!Array.isArray(messages) || messages.length === 0) return 'it has no messages'
  if (messages.length > mostMessages) return `it has more than ${mostMessages} messages`
  if (typeof maxTokens !== 'number' || !(maxTokens >= 1)) return 'it names no number of tokens'
  const parts: { readonly role: string; readonly text: string }[] = []
  for (const message of messages as readonly unknown[]) {
    const text = isJsonObject(message) ? textOf(message.content) : undefined
    if (text === undefined) return 'it has parts that are not texts'
    parts.push({ role: isJsonObject(message) && message.role === 'assistant' ? 'assistant' : 'user', text })
  }
  const system = typeof systemPrompt === 'string' && systemPrompt !== '' ? stripInvisible(systemPrompt) : undefined
  const [first] = parts
  const prompt =
    parts.length === 1 && first !== undefined
      ? first.text
      : parts.map(({ role, text }) => `${role}:\n${text}`).join('\n\n')
  if ((system ?? '').length + prompt.length > longestRequest) return `it is longer than ${longestRequest} characters`
  return { system, prompt, maxTokens: Math.floor(maxTokens) }
}

function textOf(content: unknown): string | undefined {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
  const texts = blocks.map((block) =>
    isJsonObject(block) && block.type === 'text' && typeof block.text === 'string'
      ? stripInvisible(block.text)
      : undefined,
  )
  return texts.every((text) => text !== undefined) ? texts.join('\n') : undefined
}
