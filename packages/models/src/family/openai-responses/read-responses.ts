import type { ModelStop, ModelUsage } from '@drawbridge/core/model'
import { createAnswerDraft } from '../../wire/answer-draft.ts'
import { classifyFault } from '../../wire/classify-fault.ts'
import { type Fields, fieldsOf, listOf, numberOf, readEventData, textOf } from '../../wire/read-json.ts'
import type { CallIds, WireDelta, WireReader } from '../../wire/wire-family.ts'

/** Reads a stream of the Responses API. */
export function readResponses(ids: CallIds): WireReader {
  const draft = createAnswerDraft(ids)
  let usage: ModelUsage | undefined
  let end: { readonly stop: ModelStop; readonly raw: string } | undefined
  let refused = false

  const add = (key: string, item: Fields): readonly WireDelta[] => {
    if (item.type === 'function_call') {
      return draft.begin(key, { id: textOf(item.call_id), name: textOf(item.name) ?? '' })
    }
    // The order of items is that in which they were added, even if their text comes later.
    if (item.type === 'reasoning') return draft.write(key, 'reasoning', '')
    if (item.type === 'message') return draft.write(key, 'text', '')
    return []
  }
  /** Keeps the rest of a finished item. Encrypted text may be incomplete when an item is added. */
  const close = (key: string, item: Fields): void => {
    if (item.type === 'function_call' && typeof item.arguments === 'string') draft.settle(key, item.arguments)
    if (item.type === 'message' && typeof item.phase === 'string') draft.keep(key, 'text', { phase: item.phase })
    if (item.type !== 'reasoning' || typeof item.encrypted_content !== 'string') return
    const summary = listOf(item.summary).flatMap((part) => textOf(fieldsOf(part).text) ?? [])
    draft.keep(key, 'reasoning', {
      ...(typeof item.id === 'string' ? { id: item.id } : {}),
      encrypted: item.encrypted_content,
      summary,
    })
  }
  return {
    read: ({ data }) => {
      if (data.trim() === '[DONE]') return []
      const event = readEventData(data)
      const key = `item ${String(event.output_index)}`
      switch (event.type) {
        case 'response.output_item.added':
          return add(key, fieldsOf(event.item))
        case 'response.output_item.done': {
          const begun = draft.has(key) ? [] : add(key, fieldsOf(event.item))
          close(key, fieldsOf(event.item))
          return begun
        }
        case 'response.output_text.delta':
          return draft.write(key, 'text', textOf(event.delta) ?? '')
        case 'response.refusal.delta':
          refused = true
          return draft.write(key, 'text', textOf(event.delta) ?? '')
        case 'response.reasoning_summary_part.added':
          return numberOf(event.summary_index) > 0 ? draft.write(key, 'reasoning', '\n\n') : []
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return draft.write(key, 'reasoning', textOf(event.delta) ?? '')
        case 'response.function_call_arguments.delta':
          return draft.argue(key, textOf(event.delta) ?? '')
        case 'response.completed':
        case 'response.incomplete': {
          const response = fieldsOf(event.response)
          usage = usageOf(response.usage) ?? usage
          const reason = textOf(fieldsOf(response.incomplete_details).reason)
          end = event.type === 'response.completed' ? { stop: 'stop', raw: 'completed' } : incomplete(reason)
          return []
        }
        case 'response.failed':
        case 'error':
          throw classifyFault({ text: data, body: event, now: 0 })
        default:
          return []
      }
    },
    answer: () => {
      if (end === undefined) return undefined
      const { blocks, cut } = draft.finish()
      const called = blocks.some(({ type }) => type === 'call')
      const stop =
        end.stop !== 'stop' ? end.stop : cut.length > 0 ? 'length' : refused ? 'refused' : called ? 'calls' : 'stop'
      return { blocks, cut, usage, stop, raw: end.raw }
    },
    usage: () => usage,
  }
}

function incomplete(reason: string | undefined): { readonly stop: ModelStop; readonly raw: string } {
  return { stop: reason === 'content_filter' ? 'refused' : 'length', raw: `incomplete: ${reason ?? 'unknown'}` }
}

/** The input counts the cached tokens, and the output the reasoning. */
function usageOf(value: unknown): ModelUsage | undefined {
  const usage = fieldsOf(value)
  if (usage.input_tokens === undefined) return undefined
  const { cached_tokens: cached, cache_write_tokens: written } = fieldsOf(usage.input_tokens_details)
  const reasoning = numberOf(fieldsOf(usage.output_tokens_details).reasoning_tokens)
  return {
    input: Math.max(0, numberOf(usage.input_tokens) - numberOf(cached) - numberOf(written)),
    cacheRead: numberOf(cached),
    cacheWrite: numberOf(written),
    cacheWriteHour: 0,
    output: Math.max(0, numberOf(usage.output_tokens) - reasoning),
    reasoning,
    estimated: false,
  }
}
