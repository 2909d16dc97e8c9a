import { isJsonObject } from '@drawbridge/core/base'
import type { ModelStop, ModelUsage } from '@drawbridge/core/model'
import { createAnswerDraft } from '../../wire/answer-draft.ts'
import { classifyFault } from '../../wire/classify-fault.ts'
import { type Fields, fieldsOf, listOf, lookUp, numberOf, readEventData, textOf } from '../../wire/read-json.ts'
import type { CallIds, WireDelta, WireReader } from '../../wire/wire-family.ts'

/** The names under which servers send reasoning. */
const reasoningFields = ['reasoning_content', 'reasoning'] as const

/** A call whose pieces arrive. */
interface Slot {
  readonly key: string
  readonly id: string | undefined
}

/** Reads a stream of Chat Completions, of OpenAI or of a server that copies it. */
export function readChat(ids: CallIds): WireReader {
  const draft = createAnswerDraft(ids)
  const slots = new Map<number, Slot>()
  let last: Slot | undefined
  let calls = 0
  let finish: string | undefined
  let refused = false
  let usage: ModelUsage | undefined

  /** Some servers leave the index out, number every call 0, or repeat id and name: only a new id begins a new call at a place. */
  const slotOf = (piece: Fields, id: string | undefined, name: string | undefined): Slot | undefined => {
    const index = typeof piece.index === 'number' ? piece.index : undefined
    const slot = index === undefined ? last : slots.get(index)
    const isKnown = slot !== undefined && (id === undefined ? index !== undefined : id === slot.id)
    if (name === undefined || isKnown) return slot
    const made = { key: `call ${calls}`, id }
    calls += 1
    if (index !== undefined) slots.set(index, made)
    return made
  }
  const readCall = (piece: Fields): readonly WireDelta[] => {
    const { name: given, arguments: argued } = fieldsOf(piece.function)
    const [id, name] = [textOf(piece.id) || undefined, textOf(given) || undefined]
    const slot = slotOf(piece, id, name)
    if (slot === undefined) return []
    last = slot
    const begun = name === undefined ? [] : draft.begin(slot.key, { id, name })
    if (piece.extra_content !== undefined) draft.keep(slot.key, 'call', { extra_content: piece.extra_content })
    // A whole object in the place of a text comes from servers that parsed it already.
    const text = isJsonObject(argued) ? JSON.stringify(argued) : (textOf(argued) ?? '')
    return [...begun, ...draft.argue(slot.key, text)]
  }
  const readDelta = (delta: Fields): readonly WireDelta[] => {
    const field = reasoningFields.find((name) => typeof delta[name] === 'string' && delta[name] !== '')
    const thought = field === undefined ? [] : draft.write('reasoning', 'reasoning', textOf(delta[field]) ?? '')
    if (field !== undefined) draft.keep('reasoning', 'reasoning', { field })
    const refusal = textOf(delta.refusal) ?? ''
    if (refusal !== '') refused = true
    const said = `${textOf(delta.content) ?? ''}${refusal}`
    return [
      ...thought,
      ...(said === '' ? [] : draft.write('text', 'text', said)),
      ...listOf(delta.tool_calls).flatMap((piece) => readCall(fieldsOf(piece))),
    ]
  }
  return {
    read: ({ data }) => {
      if (data.trim() === '[DONE]') return []
      const event = readEventData(data)
      if (event.error !== undefined && event.error !== null) throw classifyFault({ text: data, body: event, now: 0 })
      usage = usageOf(event.usage) ?? usage
      const choice = fieldsOf(listOf(event.choices)[0])
      finish = textOf(choice.finish_reason) ?? finish
      return readDelta(fieldsOf(choice.delta))
    },
    answer: () => {
      if (finish === undefined) return undefined
      const { blocks, cut } = draft.finish()
      const called = blocks.some(({ type }) => type === 'call') || cut.length > 0
      // Servers say "stop" with calls, and "tool_calls" for calls that were cut: completeness decides.
      const stop =
        cut.length > 0
          ? 'length'
          : refused
            ? 'refused'
            : called && finish !== 'length'
              ? 'calls'
              : (lookUp(stops, finish) ?? 'stop')
      return { blocks, cut, usage, stop, raw: finish }
    },
    usage: () => usage,
  }
}

const stops: Readonly<Record<string, ModelStop>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'calls',
  function_call: 'calls',
  content_filter: 'refused',
}

/** The input counts the cached tokens, and the output the reasoning. */
function usageOf(value: unknown): ModelUsage | undefined {
  const usage = fieldsOf(value)
  if (usage.prompt_tokens === undefined) return undefined
  const { cached_tokens: cached, cache_write_tokens: written } = fieldsOf(usage.prompt_tokens_details)
  const reasoning = numberOf(fieldsOf(usage.completion_tokens_details).reasoning_tokens)
  return {
    input: Math.max(0, numberOf(usage.prompt_tokens) - numberOf(cached) - numberOf(written)),
    cacheRead: numberOf(cached),
    cacheWrite: numberOf(written),
    cacheWriteHour: 0,
    output: Math.max(0, numberOf(usage.completion_tokens) - reasoning),
    reasoning,
    estimated: false,
  }
}
