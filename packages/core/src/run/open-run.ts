import { assertOptions } from '../base/check-options.ts'
import { defined } from '../base/defined.ts'
import type { Principal } from '../base/principal.ts'
import type { EventLog } from '../event/event-log.ts'
import type { RunEndReason } from '../event/families/run-events.ts'
import type { HeardWords } from '../flow/flow-journal.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type CallOptions, callInScope, type DetachedCallOptions } from '../pipeline/entries/call-in-scope.ts'
import { callTool } from '../pipeline/entries/call-tool.ts'
import type { Explanation, explainCall } from '../pipeline/entries/explain-call.ts'
import { hearWords } from '../pipeline/gates/decide.ts'
import type { Snapshot } from '../registry/snapshot.ts'
import type { runTurn, TurnOutput } from '../schedule/run-turn.ts'
import type { TurnLimits } from '../schedule/turn-state.ts'
import { createRunContext } from './create-run-context.ts'
import { callOptionsCheck, turnLimitsCheck } from './option-tables.ts'
import type { RunOptions } from './run-options.ts'

/** One run of an agent: a frozen tool set and the way to call it. */
export interface Run {
  readonly snapshot: Snapshot
  /** The caller. Runs below it name its `run` among their parents. */
  readonly principal: Principal
  readonly events: EventLog
  /** Aborted when the run is over. */
  readonly signal: AbortSignal
  /**
   * Takes a call in any shape a model emits and resolves to its one outcome. Never rejects. Throws `invalid_option` for
   * unknown options.
   */
  call(raw: unknown, options?: CallOptions): Promise<Outcome>
  /**
   * Runs the calls of one model turn as `runTurn` describes. Reading the result drives it.
   * @param optionsOf Returns the options of one call of the turn, by its position.
   */
  runTurn(
    calls: readonly unknown[],
    limits?: Partial<TurnLimits>,
    optionsOf?: (index: number) => DetachedCallOptions,
  ): AsyncGenerator<TurnOutput, void>
  /** Returns what `call` would do, without doing or asking anything. */
  explain(raw: unknown): Promise<Explanation>
  /**
   * Takes what the user or the operator said: their words decide what later calls may do. What another agent said counts as a
   * stranger's. Recorded, scrubbed. An agent loop says each message before it acts on it.
   */
  hear(words: HeardWords): void
  /** Ends the run: waiting calls are cancelled, running ones are stopped. */
  abort(reason: string): void
  /**
   * Records the end of the run and its reason, once; a run without calls is in no record. It aborts nothing: to stop a
   * run, abort it first.
   */
  end(reason: RunEndReason): void
}

/** Opens a run from its parts. A program that uses `createDrawbridge` opens runs with its sessions instead. */
export function openRun(options: RunOptions): Run {
  const context = createRunContext(options)
  return {
    snapshot: context.snapshot,
    principal: context.principal,
    events: context.events,
    signal: context.signal,
    call: (raw, options) => {
      if (options === undefined) return callTool(raw, context)
      assertOptions(callOptionsCheck, options, 'options')
      return callInScope(raw, context, options)
    },
    runTurn: (calls, limits, optionsOf) => {
      assertOptions(turnLimitsCheck, limits, 'limits')
      return takeTurn(calls, context, defined({ limits, optionsOf }))
    },
    explain: (raw) => explain(raw, context),
    hear: (words) => hearWords(words, context),
    abort: context.abortRun,
    end: context.endRun,
  }
}

let explanations: Promise<{ readonly explainCall: typeof explainCall }> | undefined

/** Loads what explains calls with the first one. */
export async function explain(...call: Parameters<typeof explainCall>): Promise<Explanation> {
  explanations ??= import('../pipeline/entries/explain-call.ts')
  return (await explanations).explainCall(...call)
}

let turns: { readonly runTurn: typeof runTurn } | undefined

function takeTurn(...options: Parameters<typeof runTurn>): ReturnType<typeof runTurn> {
  return turns === undefined ? takeFirstTurn(...options) : turns.runTurn(...options)
}

/** Loads what takes turns with the first one: a command makes single calls. */
async function* takeFirstTurn(...options: Parameters<typeof runTurn>): ReturnType<typeof runTurn> {
  turns = await import('../schedule/run-turn.ts')
  yield* turns.runTurn(...options)
}
