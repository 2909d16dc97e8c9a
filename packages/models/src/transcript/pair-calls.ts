import { isJsonObject, shorten } from '@drawbridge/core/base'
import type { AssistantMessage, MessageCall, MessageResult, ModelMessage } from '@drawbridge/core/model'
import type { NoteRepair } from './transcript-target.ts'
import { isValidId, validIdOf } from './valid-id.ts'

/** The most calls that one message of Chat Completions may have. */
const mostCalls = 128

const beginning = /^[a-zA-Z_]/

/** The text of a result that never came. */
const interrupted = 'interrupted: the call did not end, and it is not known what it did.'

/**
 * T1, T2, T3, T5, T13, T14, T15, T17: every call has a valid and unique id, a valid name, an object of arguments and one result;
 * all results of a turn are in the message after it, in the order of the calls. Returns the list itself if that is so.
 */
export function pairCalls(messages: readonly ModelMessage[], note: NoteRepair): readonly ModelMessage[] {
  if (arePaired(messages)) return messages
  let told = 0
  const paired = rebuild(messages, (rule, message) => {
    told += 1
    note(rule, message)
  })
  // Nothing was missing or wrong: results were only split, empty or in another order.
  if (told === 0) note('T5', 'The results of each turn are put into one message, in the order of its calls.')
  return paired
}

function arePaired(messages: readonly ModelMessage[]): boolean {
  const seen = new Set<string>()
  let open: readonly MessageCall[] = []
  for (const { role, blocks } of messages) {
    if (role === 'tool') {
      if (open.length === 0 || blocks.length !== open.length) return false
      if (blocks.some(({ call }, index) => call !== open[index]?.id)) return false
      open = []
      continue
    }
    if (open.length > 0) return false
    if (role === 'user') continue
    const calls = blocks.filter((block) => block.type === 'call')
    for (const call of calls) {
      if (seen.has(call.id) || !isSound(call)) return false
      seen.add(call.id)
    }
    if (calls.length > mostCalls) return false
    open = calls
  }
  return open.length === 0
}

function isSound({ id, name, input }: MessageCall): boolean {
  return isValidId(id) && isValidName(name) && isJsonObject(input)
}

function isValidName(name: string): boolean {
  return isValidId(name) && beginning.test(name)
}

/** A call of the transcript with its result, as far as one was found. */
interface PairedCall {
  /** The number of its message, from 0. */
  readonly at: number
  readonly call: MessageCall
  result?: MessageResult
  /** The number of the message with its result. */
  resultAt?: number
}

function rebuild(messages: readonly ModelMessage[], note: NoteRepair): readonly ModelMessage[] {
  const pairs = new Map<MessageCall, PairedCall>()
  /** The call that a result with this id belongs to: the last one before it. */
  const latest = new Map<string, PairedCall>()
  const taken = new Set<string>()
  messages.forEach((message, at) => {
    if (message.role === 'assistant') {
      for (const block of message.blocks) {
        if (block.type !== 'call') continue
        const pair = { at, call: repairCall(block, at, taken, note) }
        pairs.set(block, pair)
        latest.set(block.id, pair)
      }
    }
    if (message.role === 'tool') {
      for (const result of message.blocks) {
        const pair = latest.get(result.call)
        if (pair === undefined) note('T1', `A result in message ${at + 1} has no call, and is left out.`)
        else if (pair.result !== undefined)
          note('T1', `The call "${pair.call.id}" has a second result in message ${at + 1}, which is left out.`)
        else Object.assign(pair, { result, resultAt: at })
      }
    }
  })
  return messages.flatMap((message, at): readonly ModelMessage[] => {
    if (message.role === 'tool') return []
    if (message.role === 'user') return [message]
    const after = messages[at + 1]
    const cache = after?.role === 'tool' && after.cache === true
    return split(message).flatMap((part): readonly ModelMessage[] => {
      const own = part.blocks.flatMap((block) => (block.type === 'call' ? (pairs.get(block) ?? []) : []))
      if (own.length === 0) return [part]
      const blocks = part.blocks.map((block) => (block.type === 'call' ? (pairs.get(block)?.call ?? block) : block))
      return [
        { ...part, blocks },
        { role: 'tool', blocks: own.map((pair) => resultOf(pair, note)), ...(cache ? { cache } : {}) },
      ]
    })
  })
}

function repairCall(call: MessageCall, at: number, taken: Set<string>, note: NoteRepair): MessageCall {
  const base = validIdOf(call.id)
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base.slice(0, 56)}_${count}`
  taken.add(id)
  const name = isValidName(call.name) ? call.name : validName(call.name)
  const where = `in message ${at + 1}`
  if (base !== call.id) note('T13', `The call id ${quote(call.id)} ${where} is sent as "${id}".`)
  else if (id !== base) note('T1', `The call id "${base}" occurs again ${where}, and is sent as "${id}".`)
  if (name !== call.name) note('T15', `The tool name ${quote(call.name)} ${where} is sent as "${name}".`)
  const isObject = isJsonObject(call.input)
  if (!isObject) note('T17', `The arguments of the call "${id}" ${where} are not an object, and are left out.`)
  return { ...call, id, name, input: isObject ? call.input : {} }
}

function validName(name: string): string {
  const valid = validIdOf(name)
  return beginning.test(valid) ? valid : `_${valid.slice(0, 63)}`
}

function quote(text: string): string {
  return JSON.stringify(shorten(text, 80))
}

function resultOf({ at, call, result, resultAt }: PairedCall, note: NoteRepair): MessageResult {
  if (result === undefined) {
    note('T1', `The call "${call.id}" in message ${at + 1} has no result: it is sent as interrupted.`)
    return { type: 'result', call: call.id, content: [{ type: 'text', text: interrupted }], isError: true }
  }
  if (resultAt !== at + 1)
    note('T2', `The result of "${call.id}" is moved from message ${(resultAt ?? 0) + 1} to its call.`)
  return result.call === call.id ? result : { ...result, call: call.id }
}

/** T14: a message with more calls than a provider takes becomes several. */
function split(message: AssistantMessage): readonly AssistantMessage[] {
  const count = message.blocks.filter(({ type }) => type === 'call').length
  if (count <= mostCalls) return [message]
  const parts: AssistantMessage['blocks'][number][][] = [[]]
  let calls = 0
  for (const block of message.blocks) {
    if (block.type === 'call' && calls > 0 && calls % mostCalls === 0) parts.push([])
    if (block.type === 'call') calls += 1
    parts.at(-1)?.push(block)
  }
  return parts.map((blocks) => ({ ...message, blocks }))
}
