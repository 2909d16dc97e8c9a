import type { ConversationEntry } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import { tokensOfMessages, tokensOfText } from '../conversation/count-tokens.ts'
import { renderMessages } from '../conversation/render-messages.ts'

/** The way in which a conversation gets smaller. */
export type CompactionPlan =
  /** Old results become short notes. */
  | { readonly kind: 'shorten'; readonly calls: readonly string[] }
  /** Entries up to a node become a summary. */
  | {
      readonly kind: 'summarise'
      readonly through: string
      readonly covered: readonly ConversationEntry[]
    }
  /** Nothing can be left out. */
  | { readonly kind: 'nothing' }

/** The sizes of a compaction, in tokens. */
export interface CompactionGoal {
  /** The size of the entries, without the fixed part. */
  readonly tokens: number
  /** The entries may have as many afterwards. */
  readonly target: number
}

/** Results below this size are not worth a note, in characters. */
const shortResult = 600
/** The turns whose results stay. */
const turnsInFull = 2
/** The part of the target that is kept word for word behind a summary. */
const tailShare = 0.5

/**
 * Decides how a conversation gets smaller: by shortening old results if that is enough, else by a summary. A summary covers whole
 * exchanges only: a turn and its results stay together, and the last turn stays.
 */
export function planCompaction(
  entries: readonly ConversationEntry[],
  { tokens, target }: CompactionGoal,
): CompactionPlan {
  const shorten = oldResults(entries)
  const gain = shorten.reduce((sum, { size }) => sum + size, 0)
  if (shorten.length > 0 && tokens - gain <= target) return { kind: 'shorten', calls: shorten.map(({ call }) => call) }
  const cut = findCut(entries, target * tailShare)
  const through = entries.slice(0, cut).findLast(({ kind }) => kind !== 'result' && kind !== 'compaction')
  if (through !== undefined) return { kind: 'summarise', through: through.node, covered: entries.slice(0, cut) }
  return shorten.length > 0 ? { kind: 'shorten', calls: shorten.map(({ call }) => call) } : { kind: 'nothing' }
}

function oldResults(
  entries: readonly ConversationEntry[],
): readonly { readonly call: string; readonly size: number }[] {
  const done = new Set(entries.flatMap((entry) => (entry.kind === 'compaction' ? entry.shortened : [])))
  const turns = entries.flatMap((entry, index) => (entry.kind === 'turn' ? [index] : []))
  const until = turns.at(-turnsInFull) ?? 0
  return entries.slice(0, until).flatMap((entry) => {
    // A skill that is in use holds until the end.
    if (entry.kind !== 'result' || entry.skill !== undefined || done.has(entry.call)) return []
    const text = contentText(entry.content)
    return text.length < shortResult ? [] : [{ call: entry.call, size: tokensOfText(text) }]
  })
}

/** Returns how many entries the summary covers: as many as leave a tail within the size, at a border between exchanges. */
function findCut(entries: readonly ConversationEntry[], tail: number): number {
  const borders = entries.flatMap((entry, index) => (entry.kind === 'result' || index === 0 ? [] : [index]))
  const lastTurn = entries.findLastIndex(({ kind }) => kind === 'turn')
  const usable = borders.filter((border) => lastTurn === -1 || border <= lastTurn)
  const fitting = usable.find((border) => tokensOfMessages(renderMessages(entries.slice(border))) <= tail)
  return fitting ?? usable.at(-1) ?? 0
}
