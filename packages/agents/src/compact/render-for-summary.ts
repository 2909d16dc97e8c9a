import type { ConversationEntry } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import { shortenMiddle } from '@drawbridge/core/base'
import { tokensOfText } from '../conversation/count-tokens.ts'

/** The longest result in a rendering for a summary, in characters. */
const longestResult = 2_000

/**
 * Returns entries as texts to be summarised, in parts of at most so many tokens each. They are texts and not messages, so that no
 * half of a call is ever sent.
 */
export function renderForSummary(entries: readonly ConversationEntry[], partTokens: number): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (const text of entries.map(renderEntry)) {
    const piece = shortenMiddle(text, Math.max(200, partTokens * 3))
    if (part !== '' && tokensOfText(part + piece) > partTokens) {
      parts.push(part)
      part = ''
    }
    part += `${piece}\n\n`
  }
  return part === '' ? parts : [...parts, part]
}

function renderEntry(entry: ConversationEntry): string {
  switch (entry.kind) {
    case 'message':
      return `<${entry.from}>\n${entry.text}\n</${entry.from}>`
    case 'turn':
    case 'answer': {
      const lines = entry.blocks.flatMap((block) => {
        if (block.type === 'text') return [block.text]
        if (block.type === 'call')
          return [`call ${block.name} ${shortenMiddle(JSON.stringify(block.input), longestResult)}`]
        return []
      })
      return `<assistant>\n${lines.join('\n')}\n</assistant>`
    }
    case 'result':
      // Its words are kept next to the summary.
      if (entry.skill !== undefined)
        return `<result of="${entry.tool}">\nThe skill "${entry.skill}" is loaded.\n</result>`
      return `<result of="${entry.tool}" error="${entry.isError}">\n${shortenMiddle(contentText(entry.content), longestResult)}\n</result>`
    case 'compaction':
      return entry.summary ?? ''
  }
}
