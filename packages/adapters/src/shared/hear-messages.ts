import type { Run } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { HeardWords } from '@drawbridge/core/flow'

const heardBy = new WeakMap<object, Set<string>>()

/**
 * Reports the words of the user (and of the operator: system and developer messages) in a conversation to its session, each once: they decide what
 * calls may do. Takes messages in the form of any of these libraries, or the text of a user. What tools returned, and what the model said,
 * is not heard. Pass only what a person wrote: a page that a program put into a message of the user would vouch like the user.
 */
export function hearMessages(session: Pick<Run, 'hear'>, messages: unknown): void {
  const heard = heardBy.get(session) ?? new Set<string>()
  heardBy.set(session, heard)
  for (const words of wordsIn(messages)) {
    const key = `${words.from} ${words.text}`
    if (heard.has(key)) continue
    heard.add(key)
    session.hear(words)
  }
}

function wordsIn(messages: unknown): readonly HeardWords[] {
  if (typeof messages === 'string') return messages.trim() === '' ? [] : [{ from: 'user', text: messages }]
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [messages]
  return list.flatMap((message) => {
    const from = speakerOf(message)
    if (from === undefined || typeof message !== 'object' || message === null) return []
    const { content, parts } = message as { readonly content?: unknown; readonly parts?: unknown }
    return textsOf(content ?? parts)
      .filter((text) => text.trim() !== '')
      .map((text) => ({ from, text }))
  })
}

function speakerOf(message: unknown): HeardWords['from'] | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const { role, getType } = message as { readonly role?: unknown; readonly getType?: unknown }
  const speaker: unknown = role ?? (typeof getType === 'function' ? getType.call(message) : undefined)
  switch (speaker) {
    case 'user':
    case 'human':
      return 'user'
    case 'system':
    case 'developer':
      return 'operator'
    default:
      return undefined
  }
}

const textTypes: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text'])

/** Returns the texts of a content. Messages of the user also contain results of tools, which are left out. */
function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) =>
    isJsonObject(part) && textTypes.has(part.type) && typeof part.text === 'string' ? [part.text] : [],
  )
}
