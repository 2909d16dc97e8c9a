import type { ConversationEntry, FileFact, KeptFacts } from '@drawbridge/core/agent'
import { shortenMiddle } from '@drawbridge/core/base'
import { charactersOfTokens, tokensOfText } from '../conversation/count-tokens.ts'

const wordsTitle = '## What the user said, word for word, oldest first'
const filesTitle = '## Files'
const summaryTitle = '## What happened until now'
const opening =
  'Earlier parts of this conversation were replaced by this summary. Go on with the work as if you remembered all of it.'

/** Returns the text that stands for the summarised entries. Nothing in the summary can pass for words of the user. */
export function composeSummary(summary: string, { words, files }: KeptFacts): string {
  const parts = [opening]
  if (words.length > 0)
    parts.push(wordsTitle, ...words.map((text, index) => `<words n="${index + 1}">\n${text}\n</words>`))
  if (files.length > 0) parts.push(filesTitle, files.map(lineOf).join('\n'))
  parts.push(summaryTitle, summary.replaceAll(/<(?=\/?words\b)/gi, '‹'))
  return parts.join('\n\n')
}

function lineOf({ path, change, hash }: FileFact): string {
  return `- ${change}: ${path}${hash === undefined ? '' : ` (sha256 ${hash})`}`
}

/**
 * Returns what must survive the summary of some entries, that of an earlier summary among them.
 * @param budget Tokens for the user's words. The newest message and the first one always stay, newer ones come before older ones, and
 * one that is longer than its share is shortened in its middle.
 */
export function keptFacts(entries: readonly ConversationEntry[], budget: number): KeptFacts {
  const earlier = entries.flatMap((entry) => (entry.kind === 'compaction' ? (entry.kept ?? []) : []))
  const said = [
    ...earlier.flatMap(({ words }) => words),
    ...entries.flatMap((entry) =>
      entry.kind === 'message' && (entry.from === 'user' || entry.from === 'operator') ? [entry.text] : [],
    ),
  ]
  const files = new Map<string, FileFact>(earlier.flatMap(({ files: known }) => known.map((file) => [file.path, file])))
  for (const fact of entries.flatMap((entry) => (entry.kind === 'result' ? (entry.files ?? []) : []))) {
    const known = files.get(fact.path)
    files.delete(fact.path)
    // A file that was read after a change is as the change left it.
    files.set(fact.path, fact.change === 'read' && known?.change === 'changed' ? known : fact)
  }
  return { words: withinBudget(said, budget), files: [...files.values()].slice(-mostFiles) }
}

const mostFiles = 100

/** The part of the budget that the first message may take, and any other one that is not the newest. */
const shareOfOne = 0.25

function withinBudget(said: readonly string[], budget: number): readonly string[] {
  const newest = said.at(-1)
  if (newest === undefined) return []
  const fit = (text: string, tokens: number) =>
    tokensOfText(text) <= tokens ? text : shortenMiddle(text, Math.max(100, charactersOfTokens(tokens)))
  const share = budget * shareOfOne
  const kept = [fit(newest, budget - share)]
  const first = said.length > 1 ? [fit(said[0] ?? '', share)] : []
  let left = budget - [...kept, ...first].reduce((sum, text) => sum + tokensOfText(text), 0)
  for (const text of said.slice(1, -1).reverse()) {
    const fitted = fit(text, share)
    left -= tokensOfText(fitted)
    if (left < 0) break
    kept.unshift(fitted)
  }
  return [...first, ...kept]
}
