import { assertNever } from '../error/assert-never.ts'
import type { DrawbridgeEvent, TurnPosition } from '../event/drawbridge-event.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { createApprovalDesk } from './approval-desk.ts'
import { createChannel } from './channel.ts'
import { reduceTurn } from './reduce-turn.ts'
import { type CallEnd, TurnCall } from './turn-call.ts'
import { defaultTurnLimits, startTurn, type TurnCommand, type TurnEvent, type TurnLimits } from './turn-state.ts'

/** What a turn tells while it goes on: what happens to its calls, and the one outcome of each. */
export type TurnOutput =
  | { readonly type: 'event'; readonly event: DrawbridgeEvent }
  /** `index`: position of the call in the turn. */
  | { readonly type: 'outcome'; readonly index: number; readonly outcome: Outcome }

/**
 * Runs the tool calls of one model turn: reads together, writes one by one in order, agent calls together, questions to the
 * approver as one. Ends after exactly one outcome per call. Whoever stops reading before that aborts the rest.
 */
export async function* runTurn(
  calls: readonly unknown[],
  context: RunContext,
  limits: Partial<TurnLimits> = {},
): AsyncGenerator<TurnOutput, void> {
  const outputs = createChannel<TurnOutput>()
  using _listening = context.events.subscribe((event) => {
    if (event.run === context.principal.run) outputs.send({ type: 'event', event })
  })
  const leaving = new AbortController()
  const signal = AbortSignal.any([context.signal, leaving.signal])
  const turnContext = { ...context, signal, hookTime: { spentMs: 0 } }
  const finished = runCalls(calls, turnContext, { ...defaultTurnLimits, ...limits }, (index, outcome) =>
    outputs.send({ type: 'outcome', index, outcome }),
  ).finally(outputs.close)
  try {
    yield* outputs.read()
  } finally {
    leaving.abort()
    await finished
  }
}

/** @param contextOf Of one call, where its context is not that of all. */
export async function runCalls(
  raws: readonly unknown[],
  context: RunContext,
  limits: TurnLimits,
  onOutcome: (index: number, outcome: Outcome) => void,
  contextOf: (index: number) => RunContext = () => context,
): Promise<void> {
  const desk = createApprovalDesk(context.approvers)
  const position = positionIn(raws.length, context, limits)
  const calls = raws.map((raw, index) => new TurnCall(raw, { ...position, index }, contextOf(index), desk))
  const allDone = Promise.withResolvers<void>()
  let state = startTurn(calls.length)
  let open = calls.length
  let writes = 0
  /** How many writes had taken place when a call was admitted. */
  const writesAtAdmission = new Map<number, number>()

  const dispatch = (event: TurnEvent) => {
    const step = reduceTurn(state, event, limits)
    state = step.state
    for (const command of step.commands) {
      const call = calls[command.index]
      if (call !== undefined) obey(command, call).catch(allDone.reject)
    }
  }
  const end = (index: number, { outcome, breaksTurn }: CallEnd) => {
    onOutcome(index, outcome)
    open -= 1
    dispatch({ type: 'call.ended', index, breaksTurn })
    if (open === 0) allDone.resolve()
  }
  const obey = async (command: TurnCommand, call: TurnCall): Promise<void> => {
    const { index } = command
    switch (command.type) {
      case 'admit': {
        writesAtAdmission.set(index, writes)
        const ended = await call.admit()
        return ended === undefined ? dispatch({ type: 'call.admitted', index }) : end(index, ended)
      }
      case 'run': {
        const ended = await call.run({ changed: writesAtAdmission.get(index) !== writes })
        writes += 1
        return end(index, ended)
      }
      case 'cancel': {
        const ended = await call.cancel(command.because)
        return ended === undefined ? undefined : end(index, ended)
      }
      default:
        return assertNever(command)
    }
  }

  const onAbort = () => dispatch({ type: 'turn.aborted' })
  context.signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (calls.length === 0) return
    if (context.signal.aborted) onAbort()
    for (const [index, call] of calls.entries()) {
      if (state.calls[index]?.phase !== 'validating') continue
      const validated = await call.validate()
      if (typeof validated === 'string') dispatch({ type: 'call.validated', index, kind: validated })
      else if (validated !== undefined) end(index, validated)
    }
    await allDone.promise
  } finally {
    context.signal.removeEventListener('abort', onAbort)
  }
}

function positionIn(size: number, { journal }: RunContext, limits: TurnLimits): Omit<TurnPosition, 'index'> {
  journal.turns += 1
  const isUsual =
    limits.parallelReads === defaultTurnLimits.parallelReads &&
    limits.parallelAgents === defaultTurnLimits.parallelAgents
  return { number: journal.turns, size, ...(isUsual ? {} : { limits }) }
}
