import { defined } from '../base/defined.ts'
import { assertNever } from '../error/assert-never.ts'
import { conflicts } from '../limit/lock-table.ts'
import type { CallState, Files, TurnCommand, TurnEvent, TurnLimits, TurnState } from './turn-state.ts'

export interface TurnStep {
  readonly state: TurnState
  readonly commands: readonly TurnCommand[]
}

/**
 * The scheduler, as a pure function: what happened goes in, what to do next comes out. The order of the model is kept: reads
 * between two writes run together, a write waits for all that came before it and holds back all that comes after it, and a write
 * that did not take place ends the turn for those behind it. If the limits allow it, a write starts while earlier ones are changing
 * other files. Behind a write that waits for approval as a receipt, calls still ask, but
 * none starts.
 */
export function reduceTurn(state: TurnState, event: TurnEvent, limits: TurnLimits): TurnStep {
  const happened = apply(state, event)
  const calls = [...happened.calls]
  const commands: TurnCommand[] = []
  // Each call is judged by what the calls before it have been told to do.
  const told = { ...happened, calls }
  for (let index = 0; index < calls.length; index += 1) {
    const command = nextFor(index, told, limits)
    if (command === undefined) continue
    calls[index] = obey(command, calls[index])
    commands.push(command)
  }
  return { state: told, commands }
}

function apply(state: TurnState, event: TurnEvent): TurnState {
  switch (event.type) {
    case 'call.validated':
      return withCall(state, event.index, ({ phase }) =>
        phase === 'validating' ? { phase: 'queued', kind: event.kind } : undefined,
      )
    case 'call.admitted':
      return withCall(state, event.index, (call) =>
        call.phase === 'waiting-approval'
          ? { phase: 'admitted', kind: call.kind, ...defined({ files: event.files }) }
          : undefined,
      )
    case 'call.ended': {
      const ended = withCall(state, event.index, () => ({ phase: 'done' }))
      // Behind a write that waits nothing starts anyway, and all are to be asked.
      return event.breaksTurn && !isHeld(event.index, state)
        ? { ...ended, brokenAt: Math.min(event.index, state.brokenAt ?? event.index) }
        : ended
    }
    case 'call.suspended': {
      const suspended = withCall(state, event.index, () => ({ phase: 'done' }))
      return event.holdsTurn ? { ...suspended, heldAt: Math.min(event.index, state.heldAt ?? event.index) } : suspended
    }
    case 'turn.aborted':
      return { ...state, aborted: true }
    default:
      return assertNever(event)
  }
}

/** An event that comes too late for the call's phase (an admission after its cancellation, say) changes nothing. */
function withCall(state: TurnState, index: number, change: (call: CallState) => CallState | undefined): TurnState {
  const call = state.calls[index]
  const changed = call && change(call)
  return changed === undefined ? state : { ...state, calls: state.calls.with(index, changed) }
}

function nextFor(index: number, state: TurnState, limits: TurnLimits): TurnCommand | undefined {
  const call = state.calls[index]
  if (call === undefined) return undefined
  switch (call.phase) {
    case 'running':
    case 'ending':
    case 'done':
      return undefined
    case 'validating':
      return cancelled(index, state)
    case 'queued':
      return (
        cancelled(index, state) ??
        (mayBeAdmitted(index, call, state, limits) ? { type: 'admit', index, isHeld: isHeld(index, state) } : undefined)
      )
    case 'waiting-approval':
      return cancelled(index, state) ?? (isHeld(index, state) && !call.isHeld ? { type: 'hold', index } : undefined)
    case 'admitted':
      if (isHeld(index, state)) return { type: 'cancel', index, because: 'failed_write' }
      return cancelled(index, state) ?? (mayRun(index, call, state, limits) ? { type: 'run', index } : undefined)
    default:
      return assertNever(call)
  }
}

function cancelled(index: number, { aborted, brokenAt }: TurnState): TurnCommand | undefined {
  if (aborted) return { type: 'cancel', index, because: 'aborted' }
  if (brokenAt !== undefined && index > brokenAt) return { type: 'cancel', index, because: 'failed_write' }
  return undefined
}

function isHeld(index: number, { heldAt }: TurnState): boolean {
  return heldAt !== undefined && index > heldAt
}

type ScheduledCall = Extract<CallState, { kind: unknown }>

/**
 * Once all are validated, a call is admitted ahead of its turn together with those of its kind that directly follow what is done:
 * they are asked as one.
 */
function mayBeAdmitted(index: number, call: ScheduledCall, state: TurnState, limits: TurnLimits): boolean {
  if (state.calls.some(({ phase }) => phase === 'validating')) return false
  const underWay = state.calls.filter(
    ({ phase }) => phase === 'waiting-approval' || phase === 'admitted' || phase === 'running',
  )
  return (
    underWay.length < limits.parallelReads && unsettledBefore(index, state).every((earlier) => isKin(earlier, call))
  )
}

function mayRun(index: number, call: ScheduledCall, state: TurnState, limits: TurnLimits): boolean {
  const earlier = unsettledBefore(index, state)
  if (call.kind === 'write') {
    return earlier.length < limits.parallelWrites && earlier.every((other) => isApart(other, call))
  }
  const running = state.calls.filter(({ phase }) => phase === 'running').length
  const most = call.kind === 'agent' ? limits.parallelAgents : limits.parallelReads
  return running < most && earlier.every((other) => isKin(other, call))
}

function unsettledBefore(index: number, { calls }: TurnState): readonly CallState[] {
  return calls.slice(0, index).filter(({ phase }) => phase !== 'done' && phase !== 'ending')
}

/** It is unknown if a call that is still being validated writes. */
function isKin(other: CallState, call: ScheduledCall): boolean {
  return 'kind' in other && other.kind === call.kind
}

/**
 * Returns true if a write may start while an earlier call is unsettled: that one is a running write, and their files differ. One that
 * still waits for approval may end the turn.
 */
function isApart(other: CallState, call: ScheduledCall): boolean {
  if (other.phase !== 'running' || other.kind !== 'write' || call.phase !== 'admitted') return false
  const { files } = call
  return files !== undefined && other.files?.some((held) => files.some((wanted) => conflicts(held, wanted))) === false
}

function obey(command: TurnCommand, call: CallState | undefined): CallState {
  switch (command.type) {
    case 'cancel':
      return { phase: 'ending' }
    case 'admit':
      return { phase: 'waiting-approval', kind: kindOf(call), isHeld: command.isHeld }
    case 'hold':
      return { phase: 'waiting-approval', kind: kindOf(call), isHeld: true }
    case 'run':
      return { phase: 'running', kind: kindOf(call), ...defined({ files: filesOf(call) }) }
    default:
      return assertNever(command)
  }
}

function kindOf(call: CallState | undefined): ScheduledCall['kind'] {
  return call !== undefined && 'kind' in call ? call.kind : 'write'
}

function filesOf(call: CallState | undefined): Files | undefined {
  return call?.phase === 'admitted' ? call.files : undefined
}
