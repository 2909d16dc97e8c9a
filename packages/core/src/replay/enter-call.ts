import { callDetached, callTool } from '../pipeline/entries/call-tool.ts'
import { resumeCall } from '../pipeline/entries/resume-call.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { runCalls } from '../schedule/run-calls.ts'
import { defaultTurnLimits } from '../schedule/turn-state.ts'
import { type CallContextOptions, createCallContext } from './call-context.ts'
import { type CallHistory, turnNumber } from './history.ts'
import { phantomContext, withoutCalls } from './phantom-call.ts'
import { rebuildCall } from './rebuild-call.ts'
import type { ReplayRun } from './replay-run.ts'

/** Lets recorded calls come in again. */
export interface Entrance {
  /** Lets a call in, and with it all of its turn, if it is not under way already. */
  enter(call: CallHistory): void
}

export function createEntrance(
  runOf: (call: CallHistory) => ReplayRun | undefined,
  options: CallContextOptions,
): Entrance {
  const underWay = new Set<CallHistory>()

  const contextOf = (call: CallHistory, run: ReplayRun): RunContext => {
    underWay.add(call)
    return createCallContext(call, run, options)
  }
  const take = (call: CallHistory, why: string) => {
    // For an ended call, some event describes its arguments; if none does, the record was changed.
    if (call.end !== undefined && why === reasons.unknown) return
    for (const { position } of call.slots) options.ledger.take(position, why)
  }

  const enterAlone = (call: CallHistory, run: ReplayRun) => {
    const context = contextOf(call, run)
    const [first] = call.slots
    if (first?.event.type === 'tool.resumed') {
      const { receipt, decision, approver } = first.event
      return void resumeCall({ receipt, decision, approver }, context)
    }
    const rebuilt = rebuildCall(call, run.context.snapshot.names)
    if (rebuilt.status !== 'rebuilt') {
      take(call, reasons[rebuilt.status])
      return void callTool(placeholderOf(call), phantomContext(context))
    }
    return void (context.approval.mode === 'detached' ? callDetached : callTool)(rebuilt.raw, context)
  }

  const enterTurn = (number: number, call: CallHistory, run: ReplayRun) => {
    const members = new Map<number, CallHistory>()
    let size = 0
    let limits: Parameters<typeof runCalls>[2] = defaultTurnLimits
    for (const other of call.run.calls) {
      const first = other.slots[0]?.event
      if (first?.type !== 'tool.called' || first.turn?.number !== number) continue
      members.set(first.turn.index, other)
      size = first.turn.size
      limits = { ...defaultTurnLimits, ...first.turn.limits, isHeld: first.turn.isHeld === true }
    }
    const { context } = run
    const turnContext: RunContext = {
      ...context,
      signal: run.turnSignal(number),
      hookTime: { spentMs: 0 },
    }
    context.journal.turns = number - 1
    const raws: unknown[] = []
    const contexts: RunContext[] = []
    for (let index = 0; index < size; index += 1) {
      const member = members.get(index)
      if (member === undefined) {
        raws.push(undefined)
        contexts.push(absent(turnContext))
        continue
      }
      const made = contextOf(member, run)
      const rebuilt = rebuildCall(member, context.snapshot.names)
      if (rebuilt.status !== 'rebuilt') take(member, reasons[rebuilt.status])
      raws.push(rebuilt.status === 'rebuilt' ? rebuilt.raw : placeholderOf(member))
      contexts.push(rebuilt.status === 'rebuilt' ? made : phantomContext(made))
    }
    void runCalls(
      raws,
      turnContext,
      limits,
      () => undefined,
      (index) => contexts[index] ?? turnContext,
    )
  }

  return {
    enter: (call) => {
      const run = runOf(call)
      if (run === undefined || underWay.has(call)) return
      const number = turnNumber(call)
      if (number === undefined) enterAlone(call, run)
      else enterTurn(number, call, run)
    },
  }
}

/** The context of a call that never came so far as to be recorded. */
function absent(context: RunContext): RunContext {
  const never = () => new Promise<never>(() => undefined)
  const ports = {
    arrive: () => undefined,
    hookSignal: (signal: AbortSignal) => signal,
    enter: never,
    admitted: never,
    reasonFor: (reason: 'aborted' | 'failed_write') => reason,
    ask: never,
    digest: never,
    execute: never,
  }
  return { ...context, ports, events: withoutCalls(context.events) }
}

/** In place of a call that cannot be made again. */
function placeholderOf({ slots }: CallHistory): unknown {
  const first = slots[0]?.event
  return { name: first?.type === 'tool.called' ? first.name : '', arguments: {} }
}

const reasons = {
  unknown: 'its process died before anything told its arguments',
  excerpt: 'it could not be read, and only its beginning was kept',
} as const
