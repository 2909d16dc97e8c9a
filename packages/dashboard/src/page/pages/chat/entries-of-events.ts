/** A recorded event, as the API lists it. */
export interface RecordedEvent {
  readonly position: string
  readonly type: string
  readonly event: Readonly<Record<string, unknown>>
}

/** An entry of a conversation. */
export type ConversationEntry =
  | { readonly kind: 'words'; readonly id: string; readonly isUser: boolean; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly status: string }

const endings: Readonly<Record<string, string>> = {
  'tool.completed': 'ok',
  'tool.failed': 'failed',
  'tool.denied': 'denied',
  'tool.cancelled': 'cancelled',
  'tool.interrupted': 'interrupted',
}

/** Returns the conversation that events tell of: what was said and heard, with each call where it began. Pure. */
export function entriesOfEvents(events: readonly RecordedEvent[]): readonly ConversationEntry[] {
  const entries = new Map<string, ConversationEntry>()
  for (const { position, type, event } of events) {
    const call = String(event.toolCallId ?? '')
    const before = entries.get(call)
    if (type === 'message.received' && event.waits === true) continue
    if (type === 'message.received' || type === 'message.placed' || type === 'session.heard')
      say(position, true, event.text)
    else if (type === 'model.answered') say(position, false, textOf(event.blocks))
    else if (type === 'tool.called')
      entries.set(call, { kind: 'call', id: call, tool: String(event.name ?? ''), status: 'running' })
    else if (before?.kind === 'call' && Object.hasOwn(endings, type))
      entries.set(call, { ...before, status: endings[type] ?? 'ok' })
  }
  return [...entries.values()]

  function say(id: string, isUser: boolean, text: unknown): void {
    if (typeof text !== 'string' || text.trim() === '') return
    const last = [...entries.values()].at(-1)
    // The words of a message are heard too: they are one entry.
    if (last?.kind === 'words' && last.isUser === isUser && last.text === text) return
    entries.set(id, { kind: 'words', id, isUser, text })
  }
}

function textOf(blocks: unknown): string {
  if (!Array.isArray(blocks)) return ''
  return (blocks as readonly { readonly type?: string; readonly text?: string }[])
    .flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
    .join('\n\n')
}
