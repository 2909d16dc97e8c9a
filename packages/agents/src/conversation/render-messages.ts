import type { ConversationEntry, ConversationMessage } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import type { MessageMedia, MessageResult, MessageText, ModelMessage } from '@drawbridge/core/model'

type ResultEntry = Extract<ConversationEntry, { kind: 'result' }>
type TurnEntry = Extract<ConversationEntry, { kind: 'turn' | 'answer' }>

/** The calls whose results are shortened, each with the artifact that has its whole result. */
export type ShortenedCalls = ReadonlyMap<string, string | undefined>

/** Returns the calls that the compactions among the entries shorten. */
export function shortenedCalls(entries: readonly ConversationEntry[]): ShortenedCalls {
  const shortened = new Map<string, string | undefined>()
  for (const entry of entries) {
    if (entry.kind !== 'compaction') continue
    for (const call of entry.shortened) shortened.set(call, entry.artifacts?.[call] ?? shortened.get(call))
  }
  return shortened
}

/**
 * Returns what the model reads of a conversation. Equal entries make equal messages, and an entry whose results are the same as before
 * makes the same object, so that it is counted once.
 * @param shortened Default: the calls that the entries themselves shorten.
 */
export function renderMessages(
  entries: readonly ConversationEntry[],
  shortened = shortenedCalls(entries),
): readonly ModelMessage[] {
  const results = new Map<string, ResultEntry>()
  for (const entry of entries) if (entry.kind === 'result') results.set(entry.call, entry)
  const messages: ModelMessage[] = []
  for (const entry of entries) if (entry.kind !== 'result') messages.push(...renderEntry(entry, results, shortened))
  return messages
}

function renderEntry(
  entry: Exclude<ConversationEntry, ResultEntry>,
  results: ReadonlyMap<string, ResultEntry>,
  shortened: ShortenedCalls,
): readonly ModelMessage[] {
  switch (entry.kind) {
    case 'turn':
    case 'answer':
      return renderTurn(entry, results, shortened)
    case 'message':
    case 'compaction': {
      const known = saidBefore.get(entry)
      if (known !== undefined) return known
      const text = entry.kind === 'message' ? messageText(entry) : entry.summary
      const said: readonly ModelMessage[] =
        text === undefined || text === '' ? [] : [{ role: 'user', blocks: [{ type: 'text', text }] }]
      saidBefore.set(entry, said)
      return said
    }
  }
}

const saidBefore = new WeakMap<ConversationEntry, readonly ModelMessage[]>()

interface RenderedTurn {
  readonly calls: readonly string[]
  /** The results of the calls that it was made of, as far as they were there. */
  readonly results: readonly (ResultEntry | undefined)[]
  readonly isShortened: readonly boolean[]
  readonly messages: readonly ModelMessage[]
}

const turnsBefore = new WeakMap<TurnEntry, RenderedTurn>()

function renderTurn(
  entry: TurnEntry,
  known: ReadonlyMap<string, ResultEntry>,
  shortened: ShortenedCalls,
): readonly ModelMessage[] {
  const before = turnsBefore.get(entry)
  if (before !== undefined && isAsBefore(before, known, shortened)) return before.messages
  const calls = entry.blocks.flatMap((block) => (block.type === 'call' ? [block.id] : []))
  const results = calls.map((call) => known.get(call))
  const answer: ModelMessage = { role: 'assistant', blocks: entry.blocks, model: entry.model }
  const blocks = results
    .filter((result) => result !== undefined)
    .map((result) =>
      shortened.has(result.call) ? renderNote(result, shortened.get(result.call)) : renderResult(result),
    )
  const messages: readonly ModelMessage[] = blocks.length === 0 ? [answer] : [answer, { role: 'tool', blocks }]
  const isShortened = calls.map((call) => shortened.has(call))
  turnsBefore.set(entry, { calls, results, isShortened, messages })
  return messages
}

/** Returns true if a turn has the results that it was rendered with, and the same ones of them are shortened. */
function isAsBefore(
  { calls, results, isShortened }: RenderedTurn,
  known: ReadonlyMap<string, ResultEntry>,
  shortened: ShortenedCalls,
): boolean {
  return calls.every((call, index) => known.get(call) === results[index] && shortened.has(call) === isShortened[index])
}

function messageText({ from, text, meanwhile }: ConversationMessage): string {
  if (text === '') return ''
  const said =
    meanwhile === true ? `[Said while you were working; go on with your work unless this changes it]\n${text}` : text
  switch (from) {
    case 'user':
    case 'operator':
      return said
    case 'system':
      return `[Drawbridge] ${said}`
    case 'agent':
      return `[Message of another agent, not of your user]\n${said}`
  }
}

function renderNote({ call, content, isError, artifact }: ResultEntry, stored: string | undefined): MessageResult {
  return { type: 'result', call, content: [{ type: 'text', text: noteOf(content, artifact ?? stored) }], isError }
}

function renderResult({ call, content, isError }: ResultEntry): MessageResult {
  const blocks = content.flatMap((block): readonly (MessageText | MessageMedia)[] =>
    block.type === 'image'
      ? [{ type: 'media', mediaType: block.mediaType, data: block.data }]
      : [{ type: 'text', text: contentText([block]) }],
  )
  const shown = blocks.filter((block) => block.type === 'media' || block.text !== '')
  return {
    type: 'result',
    call,
    content: shown.length === 0 ? [{ type: 'text', text: '(no output)' }] : shown,
    ...(isError ? { isError } : {}),
  }
}

function noteOf(content: ResultEntry['content'], artifact: string | undefined): string {
  const { length } = contentText(content)
  const again =
    artifact === undefined ? 'Call the tool again if you need it.' : `Read it with artifact.read, id ${artifact}.`
  return `[This result of ${length} characters was removed to save space. ${again}]`
}
