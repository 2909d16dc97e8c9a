import type { ConversationEntry, FileFact, KeptFacts, KeptSkill } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import { shortenMiddle } from '@drawbridge/core/base'
import { charactersOfTokens, tokensOfText } from '../conversation/count-tokens.ts'

const wordsTitle = '## What the user said, word for word, oldest first'
const filesTitle = '## Files'
const skillsTitle = '## Skills that you work by'
const childrenTitle = '## Children that you started and that had not ended; each reports in a message'
const summaryTitle = '## What happened until now'
const opening =
  'Earlier parts of this conversation were replaced by this summary. Go on with the work as if you remembered all of it.'

/** Returns the text that stands for the summarised entries. Nothing in the summary can pass for words of the user. */
export function composeSummary(summary: string, { words, files, skills = [], children = [] }: KeptFacts): string {
  const parts = [opening]
  if (words.length > 0)
    parts.push(wordsTitle, ...words.map((text, index) => `<words n="${index + 1}">\n${text}\n</words>`))
  if (files.length > 0) parts.push(filesTitle, files.map(lineOf).join('\n'))
  if (skills.length > 0) parts.push(skillsTitle, ...skills.map(renderSkill))
  if (children.length > 0)
    parts.push(
      childrenTitle,
      children.map(({ id, label, task }) => `- ${wordless(`${label} (${id}): ${task}`)}`).join('\n'),
    )
  parts.push(summaryTitle, wordless(summary))
  return parts.join('\n\n')
}

function renderSkill({ name, text }: KeptSkill): string {
  if (text === undefined)
    return `The skill "${name}" was in use, and is too long to be repeated here. Load it again before you go on.`
  return `<skill name="${name}">\n${wordless(text)}\n</skill>`
}

function wordless(text: string): string {
  return text.replaceAll(/<(?=\/?words\b)/gi, '‹')
}

function lineOf({ path, change, hash }: FileFact): string {
  return `- ${change}: ${path}${hash === undefined ? '' : ` (sha256 ${hash})`}`
}

/** The most tokens of what a summary keeps word for word. */
export interface KeptSizes {
  /** For the user's words: the newest message and the first one always stay, newer ones come before older ones, and one that is longer
   * than its share is shortened in its middle. */
  readonly words: number
  /** For the texts of skills: those that were loaded last come first, and one that does not fit is only named. */
  readonly skills: number
}

/** Returns what must survive the summary of some entries, that of an earlier summary among them. */
export function keptFacts(entries: readonly ConversationEntry[], sizes: KeptSizes): KeptFacts {
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
  const skills = keptSkills(entries, sizes.skills)
  return {
    words: withinBudget(said, sizes.words),
    files: [...files.values()].slice(-mostFiles),
    ...(skills.length === 0 ? {} : { skills }),
  }
}

/** Returns each skill once, as it was loaded last. */
function keptSkills(entries: readonly ConversationEntry[], budget: number): readonly KeptSkill[] {
  const loaded = new Map<string, KeptSkill>()
  const load = (skill: KeptSkill) => {
    loaded.delete(skill.name)
    loaded.set(skill.name, skill)
  }
  for (const entry of entries) {
    if (entry.kind === 'compaction') for (const skill of entry.kept?.skills ?? []) load(skill)
    if (entry.kind === 'result' && entry.skill !== undefined)
      load({ name: entry.skill, text: contentText(entry.content) })
  }
  let left = budget
  const kept = [...loaded.values()].reverse().map(({ name, text = '' }): KeptSkill => {
    const size = tokensOfText(text)
    if (text === '' || size > left) return { name }
    left -= size
    return { name, text }
  })
  return kept.reverse()
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
