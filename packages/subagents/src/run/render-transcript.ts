import type { ConversationEntry } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import { shortenMiddle } from '@drawbridge/core/base'

/** The most of one entry that is shown, in characters. */
const longestEntry = 4_000

/** Returns the last entries of a conversation, each as one text. */
export function renderTranscript(entries: readonly ConversationEntry[], tail: number): readonly string[] {
  return entries.slice(-tail).map((entry) => shortenMiddle(textOf(entry), longestEntry))
}

function textOf(entry: ConversationEntry): string {
  switch (entry.kind) {
    case 'message':
      return `${entry.from}: ${entry.text}`
    case 'turn':
    case 'answer':
      return entry.blocks
        .flatMap((block) => {
          if (block.type === 'text') return block.text.trim() === '' ? [] : [`child: ${block.text}`]
          return block.type === 'call' ? [`child calls ${block.name} ${JSON.stringify(block.input)}`] : []
        })
        .join('\n')
    case 'result':
      return `${entry.tool}${entry.isError ? ' failed' : ''}: ${contentText(entry.content)}`
    case 'compaction':
      return entry.summary === undefined ? 'earlier results were shortened' : `summary: ${entry.summary}`
    default:
      return entry satisfies never
  }
}
