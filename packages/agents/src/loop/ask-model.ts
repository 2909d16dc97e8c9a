import { errorMessage } from '@drawbridge/core'
import {
  addUsage,
  costOf,
  type ModelAnswer,
  ModelError,
  type ModelErrorCode,
  type ModelRequest,
  type ModelUsage,
  noUsage,
  waitText,
} from '@drawbridge/core/model'
import type { RunParts } from './run-parts.ts'

/** An answer, or the reason why there is none. `usage` and `cost` count failed attempts as well. */
export type AskResult =
  | { readonly ok: true; readonly answer: ModelAnswer; readonly usage: ModelUsage; readonly cost: number | undefined }
  | {
      readonly ok: false
      readonly code: ModelErrorCode
      readonly message: string
      readonly usage: ModelUsage
      readonly cost: number | undefined
      /** For a prompt that did not fit: the tokens that the provider named. */
      readonly promptTokens: number | undefined
      readonly windowTokens: number | undefined
      /** True if it could only be asked again after the time that the run has. */
      readonly isTooLate?: boolean
    }

function noAnswer({ code, message, details: { promptTokens, windowTokens } }: ModelError) {
  return { ok: false, code, message, promptTokens, windowTokens } as const
}

/**
 * Sends one request, tells what streams in, and records attempts that failed.
 * @param timeLeft Returns the milliseconds that the run has: the provider is not waited for if it asks for more.
 */
export async function askModel(
  request: ModelRequest,
  { model, record, tell, stop }: Pick<RunParts, 'model' | 'record' | 'tell' | 'stop'>,
  timeLeft: () => number = () => Number.POSITIVE_INFINITY,
): Promise<AskResult> {
  let usage = noUsage
  let cost: number | undefined
  const names = new Map<string, string>()
  const fail = async (error: ModelError, retried: boolean) => {
    const used = error.details.usage
    const price = used === undefined || model.price === undefined ? undefined : costOf(used, model.price)
    if (used !== undefined) usage = addUsage(usage, used)
    if (price !== undefined) cost = (cost ?? 0) + price
    await record({
      type: 'model.failed',
      model: error.details.model ?? model.id,
      code: error.code,
      message: error.message,
      retried,
      ...(used === undefined ? {} : { usage: used }),
      ...(price === undefined ? {} : { cost: price }),
    })
  }
  try {
    for await (const event of model.stream(request, stop.signal)) {
      switch (event.type) {
        case 'repaired':
          await record({ type: 'transcript.repaired', repairs: event.repairs })
          break
        case 'text':
          tell({ type: 'text.streamed', text: event.text })
          break
        case 'reasoning':
          tell({ type: 'reasoning.streamed', text: event.text })
          break
        case 'call':
          names.set(event.id, event.name)
          tell({ type: 'call.streamed', name: event.name, text: '' })
          break
        case 'arguments':
          tell({ type: 'call.streamed', name: names.get(event.id) ?? '', text: event.text })
          break
        case 'retrying':
          if (event.waitMs >= timeLeft()) {
            await fail(event.error, false)
            const message = `${event.error.message} It can be asked again in ${waitText(event.waitMs)}, which is more than is left of the time of the run.`
            return { ...noAnswer(event.error), message, isTooLate: true, usage, cost }
          }
          await fail(event.error, true)
          tell({ type: 'answer.voided', reason: event.error.message, waitMs: event.waitMs })
          break
        case 'answered': {
          const { answer } = event
          const total = answer.cost === undefined ? cost : (cost ?? 0) + answer.cost
          return { ok: true, answer, usage: addUsage(usage, answer.usage), cost: total }
        }
      }
    }
    throw new ModelError('cut', 'The answer of the model ended before its end.', { model: model.id })
  } catch (error) {
    const failure = ModelError.isInstance(error)
      ? error
      : new ModelError(stop.signal.aborted ? 'aborted' : 'bad_request', errorMessage(error), { model: model.id })
    if (failure.code !== 'aborted') await fail(failure, false)
    return { ...noAnswer(failure), usage, cost }
  }
}
