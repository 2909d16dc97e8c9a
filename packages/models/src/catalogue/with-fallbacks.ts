import { type Model, ModelError, type ModelErrorCode } from '@drawbridge/core/model'

/** The errors with which another model may be luckier. */
const passing: ReadonlySet<ModelErrorCode> = new Set([
  'rate_limited',
  'quota_exhausted',
  'overloaded',
  'network',
  'timeout',
  'cut',
])

/**
 * Returns a model that sends a request on to the next ones if the first is not available after its own repeats. What is wrong with the
 * request or the key ends it at once: another model would hide the mistake.
 */
export function withFallbacks(first: Model, others: readonly Model[]): Model {
  if (others.length === 0) return first
  return {
    ...first,
    stream: async function* (request, signal) {
      const models = [first, ...others]
      for (const [index, model] of models.entries()) {
        const next = models[index + 1]
        try {
          yield* model.stream(request, signal)
          return
        } catch (error) {
          if (!ModelError.isInstance(error) || next === undefined || !passing.has(error.code)) throw error
          yield { type: 'retrying', error, model: next.id, attempt: 1, waitMs: 0 }
        }
      }
    },
  }
}
