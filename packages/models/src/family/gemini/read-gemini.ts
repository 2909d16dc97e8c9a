import { ModelError, type ModelStop, type ModelUsage } from '@drawbridge/core/model'
import { createAnswerDraft } from '../../wire/answer-draft.ts'
import { classifyFault } from '../../wire/classify-fault.ts'
import { type Fields, fieldsOf, listOf, lookUp, numberOf, readEventData, textOf } from '../../wire/read-json.ts'
import type { CallIds, WireDelta, WireReader } from '../../wire/wire-family.ts'

/** Reads a stream of `streamGenerateContent`. */
export function readGemini(ids: CallIds): WireReader {
  const draft = createAnswerDraft(ids)
  let usage: ModelUsage | undefined
  let finish: string | undefined
  let message = ''
  let blocks = 0
  /** The type of the block that is open. Text goes on in it; everything else begins a new one. */
  let open: 'text' | 'reasoning' | undefined

  const readPart = (part: Fields): readonly WireDelta[] => {
    const signature = textOf(part.thoughtSignature)
    const keep = (type: 'text' | 'reasoning' | 'call', more: Fields = {}) => {
      const opaque = { ...(signature === undefined ? {} : { signature }), ...more }
      if (Object.keys(opaque).length > 0) draft.keep(`part ${blocks}`, type, opaque)
    }
    if (part.functionCall !== undefined) {
      blocks += 1
      open = undefined
      const call = fieldsOf(part.functionCall)
      const [id, name] = [textOf(call.id), textOf(call.name) ?? '']
      const begun = draft.begin(`part ${blocks}`, { id, name })
      keep('call', id === undefined ? {} : { id })
      return [...begun, ...draft.argue(`part ${blocks}`, JSON.stringify(call.args ?? {}))]
    }
    const text = textOf(part.text)
    if (text === undefined) return []
    const type = part.thought === true ? 'reasoning' : 'text'
    if (open !== type) {
      blocks += 1
      open = type
    }
    const written = text === '' ? [] : draft.write(`part ${blocks}`, type, text)
    keep(type)
    // A signature closes its part: the next one begins another.
    if (signature !== undefined) open = undefined
    return written
  }
  return {
    read: ({ data }) => {
      const event = readEventData(data)
      if (event.error !== undefined) throw classifyFault({ text: data, body: event, now: 0 })
      usage = usageOf(event.usageMetadata) ?? usage
      const blocked = textOf(fieldsOf(event.promptFeedback).blockReason)
      const candidate = fieldsOf(listOf(event.candidates)[0])
      if (blocked !== undefined && listOf(event.candidates).length === 0) {
        throw new ModelError('refused', `The provider refused the prompt (${blocked}).`)
      }
      finish = textOf(candidate.finishReason) ?? finish
      message = textOf(candidate.finishMessage) ?? message
      return listOf(fieldsOf(candidate.content).parts).flatMap((part) => readPart(fieldsOf(part)))
    },
    answer: () => {
      if (finish === undefined) return undefined
      if (malformed.has(finish)) {
        throw new ModelError(
          'cut',
          `The model wrote a call that the provider could not read (${finish}). ${message}`.trim(),
          {
            mostRetries: 2,
          },
        )
      }
      const { blocks: all, cut } = draft.finish()
      if (finish === 'STOP' && all.every(({ type }) => type === 'reasoning')) {
        throw new ModelError('cut', 'The model answered with nothing.', { mostRetries: 1 })
      }
      const called = all.some(({ type }) => type === 'call')
      const stop =
        cut.length > 0
          ? 'length'
          : finish === 'STOP'
            ? called
              ? 'calls'
              : 'stop'
            : (lookUp(stops, finish) ?? 'refused')
      return { blocks: all, cut, usage, stop, raw: finish }
    },
    usage: () => usage,
  }
}

const malformed: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
])

/** Every other reason is one for which the service holds the answer back. */
const stops: Readonly<Record<string, ModelStop>> = {
  MAX_TOKENS: 'length',
  OTHER: 'stop',
  FINISH_REASON_UNSPECIFIED: 'stop',
}

/** The prompt counts the cached tokens. Thoughts are counted apart from the answer. */
function usageOf(value: unknown): ModelUsage | undefined {
  const usage = fieldsOf(value)
  if (usage.promptTokenCount === undefined) return undefined
  const cached = numberOf(usage.cachedContentTokenCount)
  return {
    input: Math.max(0, numberOf(usage.promptTokenCount) - cached) + numberOf(usage.toolUsePromptTokenCount),
    cacheRead: cached,
    cacheWrite: 0,
    cacheWriteHour: 0,
    output: numberOf(usage.candidatesTokenCount),
    reasoning: numberOf(usage.thoughtsTokenCount),
    estimated: false,
  }
}
