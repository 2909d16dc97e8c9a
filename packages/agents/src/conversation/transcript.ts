import type { ConversationEntry } from '@drawbridge/core/agent'
import type { ModelMessage } from '@drawbridge/core/model'
import { tokensOfMessages } from './count-tokens.ts'
import { renderMessages, type ShortenedCalls, shortenedCalls } from './render-messages.ts'

/** The messages that the model reads of a conversation, and their size in tokens, estimated. */
export interface Transcript {
  readonly messages: readonly ModelMessage[]
  readonly tokens: number
}

/** A transcript up to the last turn, whose results may still come. */
interface SettledTranscript extends Transcript {
  readonly entries: readonly ConversationEntry[]
  readonly shortened: ShortenedCalls
}

const nothingSettled: SettledTranscript = { entries: [], messages: [], tokens: 0, shortened: new Map() }

/**
 * Creates the function that renders one conversation for each of its requests. It renders and counts what came since the last request,
 * so that a turn of a long conversation costs what one of a short conversation costs.
 */
export function createTranscript(): (entries: readonly ConversationEntry[]) => Transcript {
  let settled = nothingSettled
  return (entries) => {
    const lastTurn = entries.findLastIndex(({ kind }) => kind === 'turn')
    const end = lastTurn === -1 ? entries.length : lastTurn
    const [past, open] = [entries.slice(0, end), entries.slice(end)]
    // It shortens results anywhere before it. Somebody may rewind to before it, and they are in full again.
    const isFresh = open.some(({ kind }) => kind === 'compaction')
    if (isFresh || !goesOn(settled, past)) settled = { ...nothingSettled, shortened: shortenedCalls(entries) }
    const { shortened } = settled
    const between = renderMessages(past.slice(settled.entries.length), shortened)
    const messages = [...settled.messages, ...between]
    const tokens = settled.tokens + tokensOfMessages(between)
    settled = isFresh ? nothingSettled : { entries: past, messages, tokens, shortened }
    const last = renderMessages(open, shortened)
    return { messages: [...messages, ...last], tokens: tokens + tokensOfMessages(last) }
  }
}

/** Returns true if entries only came behind those that are settled, none of which changes what was said before. */
function goesOn({ entries: before }: SettledTranscript, entries: readonly ConversationEntry[]): boolean {
  if (entries.length < before.length || !before.every((entry, index) => entry === entries[index])) return false
  const since = entries.slice(before.length)
  // Somebody may rewind to a settled turn, and its results come after that.
  const firstTurn = since.findIndex(({ kind }) => kind === 'turn')
  const hasLateResult = since.some(({ kind }, index) => kind === 'result' && (firstTurn === -1 || index < firstTurn))
  return !hasLateResult && since.every(({ kind }) => kind !== 'compaction')
}
