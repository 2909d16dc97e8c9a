import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import {
  type AssistantMessage,
  costOf,
  type Model,
  ModelError,
  type ModelEvent,
  type ModelLimits,
  type ModelPrice,
  type ModelRequest,
  noUsage,
} from '@drawbridge/core/model'
import { createScriptedModel as createScript } from '@drawbridge/core/testing'
import { checkTranscript } from '../transcript/check-transcript.ts'
import { estimateTokens } from '../transcript/estimate-tokens.ts'
import { createCallIds } from '../transcript/valid-id.ts'
import type { ScriptTurn } from './script-file.ts'

/** A model that answers with the turns of a script, in order. */
export interface ScriptModel extends Model {
  /** @throws DrawbridgeError `unconsumed_steps` if turns of the script were never asked for. */
  done(): void
}

/** The options of a scripted model. */
export interface ScriptModelOptions {
  readonly id?: string
  readonly limits?: ModelLimits
  readonly price?: ModelPrice | undefined
  readonly dialect?: Model['dialect'] | undefined
}

/** Creates a model that fails with `unexpected_call` on a turn that its script does not have, or whose text is not there. */
export function createScriptModel(turns: readonly ScriptTurn[], options: ScriptModelOptions = {}): ScriptModel {
  const { id = 'scripted/script', limits = { context: 200_000, maxOutput: 32_000 }, price, dialect } = options
  const script = createScript(turns.map((turn) => ({ calls: [turn] })))
  let count = 0
  return {
    id,
    family: 'scripted',
    limits,
    ...defined({ price, dialect }),
    done: script.done,
    stream: async function* (given, signal): AsyncGenerator<ModelEvent> {
      if (signal.aborted) throw new ModelError('aborted', 'The caller aborted the request.')
      const { request, repairs } = checkTranscript(given, { model: id, family: 'scripted', ...limits })
      if (repairs.length > 0) yield { type: 'repaired', repairs }
      const turn = script.next([]).calls?.[0] as ScriptTurn
      count += 1
      expectText(turn, request, count)
      if (turn.error !== undefined)
        throw new ModelError(turn.error, `The script fails with ${turn.error}.`, { model: id })
      const blocks = blocksOf(turn, request, count)
      for (const block of blocks) {
        if (block.type === 'text' || block.type === 'reasoning') yield { type: block.type, text: block.text }
        else {
          yield { type: 'call', id: block.id, name: block.name }
          yield { type: 'arguments', id: block.id, text: JSON.stringify(block.input) }
        }
      }
      const usage = {
        ...noUsage,
        ...(turn.usage === undefined
          ? { input: estimateTokens(request), output: sizeOf(blocks), estimated: true }
          : defined(turn.usage)),
      }
      const stop = turn.stop ?? (turn.calls !== undefined && turn.calls.length > 0 ? 'calls' : 'stop')
      const cost = price === undefined ? undefined : costOf(usage, price)
      yield { type: 'answered', answer: { model: id, blocks, cut: [], usage, stop, raw: stop, ...defined({ cost }) } }
    },
  }
}

function expectText({ expect }: ScriptTurn, { messages }: ModelRequest, count: number): void {
  if (expect === undefined || JSON.stringify(messages.at(-1) ?? '').includes(JSON.stringify(expect).slice(1, -1)))
    return
  throw new DrawbridgeError(
    'unexpected_call',
    `Turn ${count} of the script expects ${JSON.stringify(expect)} in the last message, which does not contain it.`,
  )
}

function blocksOf(
  { reasoning, text, calls = [] }: ScriptTurn,
  { messages }: ModelRequest,
  count: number,
): AssistantMessage['blocks'] {
  const taken = new Set(
    messages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'call' ? [block.id] : []))),
  )
  let made = 0
  const ids = createCallIds(taken, () => {
    for (;;) {
      made += 1
      const id = `call_${count}_${made}`
      if (!taken.has(id)) return id
    }
  })
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, text: reasoning, opaque: { script: true } }]),
    ...(text === undefined || text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, name, input = {} }) => ({ type: 'call' as const, id: ids(id), name, input })),
  ]
}

function sizeOf(blocks: AssistantMessage['blocks']): number {
  return Math.ceil(JSON.stringify(blocks).length / 4)
}
