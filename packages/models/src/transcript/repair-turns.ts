import type { AssistantMessage, MessageText, ModelMessage } from '@drawbridge/core/model'
import type { NoteRepair, TranscriptTarget } from './transcript-target.ts'

/**
 * T5, T6, T8, T10, T11, T19: opaque fields go only to the model that gave them, reasoning without them goes to none that signs it,
 * nothing is empty, the first message is the user's, and only Anthropic may be given the beginning of its own answer. Returns the list
 * itself if nothing had to be changed.
 */
export function repairTurns(
  messages: readonly ModelMessage[],
  target: TranscriptTarget,
  note: NoteRepair,
): readonly ModelMessage[] {
  let changed: ModelMessage[] | undefined
  let foreign = 0
  messages.forEach((message, at) => {
    const fresh = message.role === 'tool' ? message : repairTurn(message, at)
    if (fresh !== message) changed ??= messages.slice(0, at)
    if (fresh !== undefined) changed?.push(fresh)
  })
  if (foreign > 0) note('T6', `Reasoning and signatures of another model are left out of ${foreign} messages.`)
  return withEnds(changed ?? messages, target, note)

  function repairTurn(message: Exclude<ModelMessage, { role: 'tool' }>, at: number): ModelMessage | undefined {
    const where = `message ${at + 1}`
    const own = message.role === 'assistant' && message.model === target.model
    const blocks = message.role === 'user' ? message.blocks.filter(isSaid) : answered(message, own)
    if (blocks.every(({ type }) => type === 'reasoning')) {
      note('T19', `The empty ${where} is left out.`)
      return undefined
    }
    const isSame =
      blocks.length === message.blocks.length && blocks.every((block, index) => block === message.blocks[index])
    if (isSame) return message
    if (!own && message.role === 'assistant') foreign += 1
    else note('T19', `Empty parts of ${where} are left out.`)
    return { ...message, blocks } as ModelMessage
  }

  function answered(message: AssistantMessage, own: boolean): AssistantMessage['blocks'] {
    return message.blocks.flatMap((block): AssistantMessage['blocks'] => {
      if (own || block.opaque === undefined) {
        if (block.type === 'call') return [block]
        const isSigned = block.opaque !== undefined
        if (block.type === 'reasoning') return isSigned ? [block] : []
        return isSaid(block) || (isSigned && target.family === 'gemini') ? [block] : []
      }
      // Signatures and ids of another model would be refused. The rest of what it said stays.
      if (block.type === 'reasoning') return []
      const { opaque: _, ...plain } = block
      return plain.type === 'call' || isSaid(plain) ? [plain] : []
    })
  }
}

function isSaid(block: { readonly type: string; readonly text?: string }): boolean {
  return block.type !== 'text' || (block as MessageText).text.trim() !== ''
}

const goOn: ModelMessage = { role: 'user', blocks: [{ type: 'text', text: 'Continue.' }] }

function withEnds(
  messages: readonly ModelMessage[],
  { family }: TranscriptTarget,
  note: NoteRepair,
): readonly ModelMessage[] {
  const trimmed = trimEnd(messages, note)
  const [first, last] = [trimmed[0], trimmed.at(-1)]
  const before = first === undefined || first.role === 'assistant' ? [goOn] : []
  const after = last?.role === 'assistant' && family !== 'anthropic' ? [goOn] : []
  if (before.length > 0)
    note('T5', 'The transcript begins with the model, so "Continue." of the user is put before it.')
  if (after.length > 0) note('T5', 'The transcript ends with the model, so "Continue." of the user is put after it.')
  return before.length + after.length === 0 ? trimmed : [...before, ...trimmed, ...after]
}

/** The beginning of an answer may not end with blanks. */
function trimEnd(messages: readonly ModelMessage[], note: NoteRepair): readonly ModelMessage[] {
  const message = messages.at(-1)
  const last = message?.blocks.at(-1)
  if (message?.role !== 'assistant' || last?.type !== 'text' || !/\s$/.test(last.text)) return messages
  note('T19', `Blanks at the end of message ${messages.length} are left out.`)
  const text = last.text.trimEnd()
  const blocks = [...message.blocks.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])]
  const rest = messages.slice(0, -1)
  return blocks.length === 0 ? trimEnd(rest, note) : [...rest, { ...message, blocks }]
}
