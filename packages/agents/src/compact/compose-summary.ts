import type { ConversationEntry } from '@drawbridge/core/agent'
import { tokensOfText } from '../conversation/count-tokens.ts'

/** The facts that a summary keeps word for word, whatever the model makes of the rest. */
export interface KeptFacts {
  /** The user's messages, oldest first. */
  readonly words: readonly string[]
  /** Files with the last thing that was done to them. */
  readonly files: readonly FileFact[]
}

/** A file that the conversation was about. */
export interface FileFact {
  readonly path: string
  readonly change: 'read' | 'changed'
}

const wordsTitle = '## What the user said, word for word, oldest first'
const filesTitle = '## Files'
const summaryTitle = '## What happened until now'
const opening =
  'Earlier parts of this conversation were replaced by this summary. Go on with the work as if you remembered all of it.'

/** Returns the text that stands for the summarised entries. */
export function composeSummary(summary: string, { words, files }: KeptFacts): string {
  const parts = [opening]
  if (words.length > 0)
    parts.push(wordsTitle, ...words.map((text, index) => `<words n="${index + 1}">\n${text}\n</words>`))
  if (files.length > 0) parts.push(filesTitle, files.map(({ path, change }) => `- ${change}: ${path}`).join('\n'))
  parts.push(summaryTitle, summary)
  return parts.join('\n\n')
}

/**
 * Returns what must survive the summary of some entries, that of an earlier summary among them.
 * @param budget Tokens for the user's words. Newer ones come first, but the first message always stays.
 */
export function keptFacts(entries: readonly ConversationEntry[], budget: number): KeptFacts {
  const earlier = entries.flatMap((entry) => (entry.kind === 'compaction' ? readFacts(entry.summary ?? '') : []))
  const said = [
    ...earlier.flatMap(({ words }) => words),
    ...entries.flatMap((entry) =>
      entry.kind === 'message' && (entry.from === 'user' || entry.from === 'operator') ? [entry.text] : [],
    ),
  ]
  const files = new Map<string, FileFact>(earlier.flatMap(({ files: known }) => known.map((file) => [file.path, file])))
  for (const fact of entries.flatMap(factsOf)) {
    if (fact.change === 'changed' || !files.has(fact.path)) files.set(fact.path, fact)
  }
  return { words: withinBudget(said, budget), files: [...files.values()].slice(-mostFiles) }
}

const mostFiles = 100

/** Reads back what an earlier summary kept. */
export function readFacts(summary: string): KeptFacts {
  const words = [...summary.matchAll(/<words n="\d+">\n([\s\S]*?)\n<\/words>/g)].map(([, text = '']) => text)
  const files = [...summary.matchAll(/^- (read|changed): (.+)$/gm)].map(([, change, path = '']) => ({
    path,
    change: change === 'changed' ? ('changed' as const) : ('read' as const),
  }))
  return { words, files }
}

function withinBudget(said: readonly string[], budget: number): readonly string[] {
  const [first] = said
  if (first === undefined) return []
  let left = budget - tokensOfText(first)
  const kept: string[] = []
  for (const text of said.slice(1).reverse()) {
    left -= tokensOfText(text)
    if (left < 0) break
    kept.unshift(text)
  }
  return [first, ...kept]
}

/** Files are told from the arguments of calls: the record has no other words for them that a model would know. */
function factsOf(entry: ConversationEntry): readonly FileFact[] {
  if (entry.kind !== 'turn') return []
  return entry.blocks.flatMap((block): readonly FileFact[] => {
    if (block.type !== 'call') return []
    const path = block.input.path ?? block.input.file_path ?? block.input.absolute_path
    if (typeof path !== 'string') return []
    return [{ path, change: /write|edit|replace|patch|move|delete/i.test(block.name) ? 'changed' : 'read' }]
  })
}
