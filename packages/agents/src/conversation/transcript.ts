import type { ConversationEntry } from '@drawbridge/core/agent'
import type { ModelMessage } from '@drawbridge/core/model'
import { tokensOfMessages } from './count-tokens.ts'
import { renderMessages, type ShortenedCalls, shortenedCalls } from './render-messages.ts'

/** The messages that the model reads of a conversation, and their size in tokens, estimated. */
export interface Transcript {
  /** An array that nobody else has. */
  readonly messages: ModelMessage[]
  readonly tokens: number
}

/** A transcript up to the last turn, whose results may still come. */
interface SettledTranscript {
  /** The entries of the last request, of which the first `count` are settled. */
  readonly entries: readonly ConversationEntry[]
  readonly count: number
  /** Grows from request to request, and is given to nobody. */
  readonly messages: ModelMessage[]
  readonly tokens: number
  readonly shortened: ShortenedCalls
}

const nothingSettled = (shortened: ShortenedCalls = new Map()): SettledTranscript => ({
  entries: [],
  count: 0,
  messages: [],
  tokens: 0,
  shortened,
})

/**
 * Creates the function that renders one conversation for each of its requests. It renders and counts what came since the last request,
 * so that a turn of a long conversation costs what one of a short conversation costs.
 */
export function createTranscript(): (entries: readonly ConversationEntry[]) => Transcript {
  let settled = nothingSettled()
  return (entries) => {
    const lastTurn = entries.findLastIndex(({ kind }) => kind === 'turn')
    const end = lastTurn === -1 ? entries.length : lastTurn
    const open = entries.slice(end)
    // It shortens results anywhere before it. Somebody may rewind to before it, and they are in full again.
    const isFresh = open.some(({ kind }) => kind === 'compaction')
    if (isFresh || !goesOn(settled, entries, end)) settled = nothingSettled(shortenedCalls(entries))
    const { shortened, messages, count } = settled
    const between = renderMessages(entries.slice(count, end), shortened)
    messages.push(...between)
    const tokens = settled.tokens + tokensOfMessages(between)
    settled = isFresh ? nothingSettled() : { entries, count: end, messages, tokens, shortened }
    const last = renderMessages(open, shortened)
    return { messages: messages.concat(last), tokens: tokens + tokensOfMessages(last) }
  }
}

/** Returns true if entries up to `end` only came behind those that are settled, none of which changes what was said before. */
function goesOn({ entries: before, count }: SettledTranscript, entries: readonly ConversationEntry[], end: number) {
  if (end < count) return false
  for (let index = 0; index < count; index += 1) if (before[index] !== entries[index]) return false
  let hasTurn = false
  for (let index = count; index < end; index += 1) {
    const kind = entries[index]?.kind
    if (kind === 'compaction') return false
    // Somebody may rewind to a settled turn, and its results come after that.
    if (kind === 'result' && !hasTurn) return false
    hasTurn ||= kind === 'turn'
  }
  return true
}
