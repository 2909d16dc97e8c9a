import {
  type Model,
  type ModelAnswer,
  ModelError,
  type ModelErrorCode,
  type ModelRequest,
  type ModelUsage,
  noUsage,
} from '@drawbridge/core/model'
import { tokensOfFixed, tokensOfMessages } from '../conversation/count-tokens.ts'

/** One answer of a scripted model. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[]
  readonly stop?: ModelAnswer['stop']
  /** Calls that do not arrive whole. */
  readonly cut?: ModelAnswer['cut']
  readonly usage?: Partial<ModelUsage>
  /** In place of an answer. */
  readonly error?: ModelErrorCode
  /** Waits before it answers; aborted, it throws. */
  readonly waitFor?: Promise<unknown>
}

/** The sizes of a scripted model. */
export interface ScriptedModelOptions {
  readonly id?: string
  /** Tokens of the window. Default 100,000. */
  readonly context?: number
  /** Tokens. Default 8,000. */
  readonly maxOutput?: number
}

/** A model that answers from a script, with the requests that it got. */
export interface ScriptModel extends Model {
  readonly requests: readonly ModelRequest[]
}

/**
 * Creates a model for tests. Its ids of calls begin again with each answer, as those of some providers do.
 * @param answers In their order, or a function of the request.
 */
export function scriptModel(
  answers: readonly ScriptedAnswer[] | ((request: ModelRequest, index: number) => ScriptedAnswer),
  { id = 'scripted/test', context = 100_000, maxOutput = 8_000 }: ScriptedModelOptions = {},
): ScriptModel {
  const requests: ModelRequest[] = []
  return {
    id,
    family: 'scripted',
    limits: { context, maxOutput },
    requests,
    async *stream(request, signal) {
      const index = requests.push(request) - 1
      const next = typeof answers === 'function' ? answers(request, index) : answers[index]
      if (next === undefined) throw new ModelError('bad_request', `The script has no answer ${index + 1}.`)
      const { text = '', calls = [], error, waitFor, cut = [], usage = {} } = next
      if (waitFor !== undefined) await Promise.race([waitFor, aborted(signal)])
      if (signal.aborted) throw new ModelError('aborted', 'The request was aborted.')
      if (error !== undefined) throw new ModelError(error, `The script answers with ${error}.`)
      if (text !== '') yield { type: 'text', text }
      const input =
        usage.input ?? tokensOfFixed(request.system ?? [], request.tools ?? []) + tokensOfMessages(request.messages)
      const blocks = [
        ...(text === '' ? [] : [{ type: 'text', text } as const]),
        ...calls.map((call, position) => ({ type: 'call', id: `call_${position}`, ...call }) as const),
      ]
      const stop = next.stop ?? (calls.length > 0 ? 'calls' : 'stop')
      yield {
        type: 'answered',
        answer: { model: id, blocks, cut, usage: { ...noUsage, output: 10, ...usage, input }, stop, raw: stop },
      }
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
