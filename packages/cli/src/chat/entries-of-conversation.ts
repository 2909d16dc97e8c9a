import { type Entry, headlineOf, noteOfPosted } from '@drawbridge/chat'
import type { ConversationEntry } from '@drawbridge/core/agent'

const longestOutput = 2_000

/** Returns what a chat shows of a recorded conversation, oldest first. Each call is shown with its result. */
export function entriesOfConversation(entries: readonly ConversationEntry[]): readonly Entry[] {
  const inputs = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'turn'
        ? entry.blocks.flatMap((block) => (block.type === 'call' ? [[block.id, block.input] as const] : []))
        : [],
    ),
  )
  return entries.flatMap((entry) => entryOf(entry, inputs))
}

function entryOf(entry: ConversationEntry, inputs: ReadonlyMap<string, unknown>): readonly Entry[] {
  switch (entry.kind) {
    case 'message':
      if (entry.from === 'agent') return [noteOfPosted(entry.text)]
      return entry.from === 'user' ? [{ kind: 'person', text: entry.text, meanwhile: entry.meanwhile === true }] : []
    case 'turn':
    case 'answer': {
      const text = entry.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('')
      return text.trim() === '' ? [] : [{ kind: 'model', text, isFirst: true, leftOut: 0 }]
    }
    case 'result': {
      const output = entry.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
      const status = entry.isError ? 'failed' : 'ok'
      const headline = headlineOf(inputs.get(entry.call))
      return [{ kind: 'call', tool: entry.tool, headline, status, output: output.slice(-longestOutput) }]
    }
    case 'compaction':
      return entry.summary === undefined ? [] : [{ kind: 'note', tone: 'faint', text: `Summary: ${entry.summary}` }]
    default:
      return entry satisfies never
  }
}
