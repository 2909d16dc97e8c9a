import type { ModelStop, ModelUsage } from '@drawbridge/core/model'
import { createAnswerDraft } from '../../wire/answer-draft.ts'
import { classifyFault } from '../../wire/classify-fault.ts'
import { type Fields, fieldsOf, lookUp, numberOf, readEventData, textOf } from '../../wire/read-json.ts'
import type { CallIds, WireDelta, WireReader } from '../../wire/wire-family.ts'

/** Reads a stream of the Messages API. */
export function readAnthropic(ids: CallIds): WireReader {
  const draft = createAnswerDraft(ids)
  let usage: Fields | undefined
  let stop: string | undefined
  let ended = false

  const start = (key: string, block: Fields): readonly WireDelta[] => {
    switch (block.type) {
      case 'tool_use':
        return draft.begin(key, { id: textOf(block.id), name: textOf(block.name) ?? '' })
      case 'thinking':
        return draft.write(key, 'reasoning', textOf(block.thinking) ?? '')
      case 'redacted_thinking':
        draft.keep(key, 'reasoning', { redacted: textOf(block.data) ?? '' })
        return []
      case 'text':
        return draft.write(key, 'text', textOf(block.text) ?? '')
      default:
        return []
    }
  }
  const add = (key: string, delta: Fields): readonly WireDelta[] => {
    switch (delta.type) {
      case 'text_delta':
        return draft.write(key, 'text', textOf(delta.text) ?? '')
      case 'input_json_delta':
        return draft.argue(key, textOf(delta.partial_json) ?? '')
      case 'thinking_delta':
        return draft.write(key, 'reasoning', textOf(delta.thinking) ?? '')
      case 'signature_delta':
        draft.keep(key, 'reasoning', { signature: textOf(delta.signature) ?? '' })
        return []
      default:
        return []
    }
  }
  return {
    read: ({ data }) => {
      const event = readEventData(data)
      switch (event.type) {
        case 'message_start':
          usage = { ...usage, ...fieldsOf(fieldsOf(event.message).usage) }
          return []
        case 'content_block_start':
          return start(String(event.index), fieldsOf(event.content_block))
        case 'content_block_delta':
          return add(String(event.index), fieldsOf(event.delta))
        case 'message_delta':
          stop = textOf(fieldsOf(event.delta).stop_reason) ?? stop
          usage = { ...usage, ...fieldsOf(event.usage) }
          return []
        case 'message_stop':
          ended = true
          return []
        case 'error':
          throw classifyFault({ text: data, body: event, now: 0 })
        default:
          return []
      }
    },
    answer: () =>
      ended && stop !== undefined
        ? { ...draft.finish(), usage: usageOf(usage), stop: lookUp(stops, stop) ?? 'stop', raw: stop }
        : undefined,
    usage: () => usageOf(usage),
  }
}

const stops: Readonly<Record<string, ModelStop>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'calls',
  max_tokens: 'length',
  pause_turn: 'paused',
  refusal: 'refused',
  model_context_window_exceeded: 'context_window',
}

/** The input of this provider is counted without what the cache read or wrote. */
function usageOf(usage: Fields | undefined): ModelUsage | undefined {
  if (usage === undefined) return undefined
  const hour = numberOf(fieldsOf(usage.cache_creation).ephemeral_1h_input_tokens)
  const reasoning = numberOf(fieldsOf(usage.output_tokens_details).thinking_tokens)
  return {
    input: numberOf(usage.input_tokens),
    cacheRead: numberOf(usage.cache_read_input_tokens),
    cacheWrite: Math.max(0, numberOf(usage.cache_creation_input_tokens) - hour),
    cacheWriteHour: hour,
    output: Math.max(0, numberOf(usage.output_tokens) - reasoning),
    reasoning,
    estimated: false,
  }
}
