import type { ConversationEntry, ConversationMessage } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import type { MessageMedia, MessageResult, MessageText, ModelMessage } from '@drawbridge/core/model'

type ResultEntry = Extract<ConversationEntry, { kind: 'result' }>
type TurnEntry = Extract<ConversationEntry, { kind: 'turn' | 'answer' }>

/** Returns what the model reads of a conversation. Equal entries make equal messages. */
export function renderMessages(entries: readonly ConversationEntry[]): readonly ModelMessage[] {
  const shortened = new Set(entries.flatMap((entry) => (entry.kind === 'compaction' ? entry.shortened : [])))
  const results = new Map(entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.call, entry] as const] : [])))
  const resultOf = (call: string) => {
    const result = results.get(call)
    return result === undefined ? undefined : renderResult(result, shortened.has(call))
  }
  return entries.flatMap((entry) => renderEntry(entry, resultOf))
}

/** Returns the result of a call as the model reads it; undefined if there is none. */
type ResultOf = (call: string) => MessageResult | undefined

function renderEntry(entry: ConversationEntry, resultOf: ResultOf): readonly ModelMessage[] {
  switch (entry.kind) {
    case 'message':
      return entry.text === '' ? [] : [{ role: 'user', blocks: [{ type: 'text', text: messageText(entry) }] }]
    case 'turn':
    case 'answer':
      return renderTurn(entry, resultOf)
    case 'result':
      return []
    case 'compaction':
      return entry.summary === undefined ? [] : [{ role: 'user', blocks: [{ type: 'text', text: entry.summary }] }]
  }
}

function renderTurn({ blocks, model }: TurnEntry, resultOf: ResultOf): readonly ModelMessage[] {
  const calls = blocks.filter((block) => block.type === 'call')
  const results = calls.flatMap(({ id }) => resultOf(id) ?? [])
  const answer: ModelMessage = { role: 'assistant', blocks, model }
  return results.length === 0 ? [answer] : [answer, { role: 'tool', blocks: results }]
}

function messageText({ from, text, meanwhile }: ConversationMessage): string {
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

function renderResult({ call, content, isError, artifact }: ResultEntry, isShortened: boolean): MessageResult {
  if (isShortened)
    return { type: 'result', call, content: [{ type: 'text', text: noteOf(content, artifact) }], isError }
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
