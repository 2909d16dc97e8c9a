import type { PendingCall } from '../approval/pending-receipt.ts'
import { defined } from '../base/defined.ts'
import { assertNever } from '../error/assert-never.ts'
import type { TurnPosition } from '../event/families/call-events.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { createQuestionBatch } from './question-batch.ts'
import { reduceTurn } from './reduce-turn.ts'
import { type CallEnd, TurnCall } from './turn-call.ts'
import { defaultTurnLimits, startTurn, type TurnCommand, type TurnEvent, type TurnLimits } from './turn-state.ts'

/**
 * Takes the calls of one turn through the pipeline in the order of the scheduler, until each has its outcome or, in a detached run,
 * its receipt.
 * @param contextOf Returns the context of one call, if it differs from that of the others.
 */
export async function runCalls(
  raws: readonly unknown[],
  context: RunContext,
  limits: TurnLimits & { readonly isHeld?: boolean },
  onOutcome: (index: number, outcome: Outcome | PendingCall) => void,
  contextOf: (index: number) => RunContext = () => context,
): Promise<void> {
  const desk = createQuestionBatch(context.approvers)
  const position = positionIn(raws.length, context, limits)
  const calls = raws.map((raw, index) => new TurnCall(raw, { ...position, index }, contextOf(index), desk))
  const allDone = Promise.withResolvers<void>()
  let state = startTurn(calls.length, limits.isHeld)
  let open = calls.length
  let writes = 0
  /** The number of writes before the admission of each call. */
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
    dispatch(
      outcome.status === 'pending'
        ? { type: 'call.suspended', index, holdsTurn: breaksTurn }
        : { type: 'call.ended', index, breaksTurn },
    )
    if (open === 0) allDone.resolve()
  }
  const obey = async (command: TurnCommand, call: TurnCall): Promise<void> => {
    const { index } = command
    switch (command.type) {
      case 'admit': {
        writesAtAdmission.set(index, writes)
        const ended = await call.admit(command)
        return ended === undefined
          ? dispatch({ type: 'call.admitted', index, ...defined({ files: call.files() }) })
          : end(index, ended)
      }
      case 'hold':
        return call.hold()
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

function positionIn(
  size: number,
  { journal }: RunContext,
  { isHeld, ...limits }: Parameters<typeof runCalls>[2],
): Omit<TurnPosition, 'index'> {
  journal.turns += 1
  const isUsual =
    limits.parallelReads === defaultTurnLimits.parallelReads &&
    limits.parallelAgents === defaultTurnLimits.parallelAgents &&
    limits.parallelWrites === defaultTurnLimits.parallelWrites
  return { number: journal.turns, size, ...(isUsual ? {} : { limits }), ...(isHeld === true ? { isHeld } : {}) }
}
