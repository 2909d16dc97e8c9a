import type {
  DetachedCallOptions,
  DetachedRun,
  DetachedTurnOutput,
  Outcome,
  OutcomeCode,
  PendingCall,
  Run,
  Session,
  Snapshot,
} from '@drawbridge/core'
import { errorMessage } from '@drawbridge/core'
import { defined, isJsonObject, stableStringify } from '@drawbridge/core/base'
import { type ApprovalAnswerParts, type Approvals, createApprovals, waitingCalls } from './approvals.ts'
import { gatherTurns } from './gather-turns.ts'

/**
 * The tools of a conversation. With a session, a call that needs approval is asked about by the framework's own means. With a run
 * (`session.openRun()`), the session's approvers are asked, and the framework sees nothing of it. A detached run is used as it is.
 */
export type CallableSession =
  | Pick<Session, 'openDetachedRun'>
  | Pick<Run, 'snapshot' | 'call' | 'runTurn'>
  | Pick<DetachedRun, 'snapshot' | 'call' | 'runTurn' | 'explain' | 'resume'>

/** A call as the model made it. */
export interface ModelCall {
  /** The id that the provider or the framework gave it. */
  readonly id: string
  /** Exposed or canonical. */
  readonly name: string
  /** In the form of the tool's own schema: pass them through `read` of the shown tool. */
  readonly arguments: unknown
}

/** The end of a call for a framework. `pending`: it waits for approval, and nothing was done. */
export interface CallEnd {
  readonly status: Outcome['status'] | 'pending'
  /** Written for the model. */
  readonly text: string
  readonly code?: OutcomeCode
  /** Absent if the call waits, or if its receipt could not be redeemed. */
  readonly outcome?: Outcome
}

/** The calls of a session in the order in which a framework or a provider's library makes them. */
export interface SessionCalls {
  readonly snapshot: Snapshot
  readonly approvals: Approvals
  /**
   * Finds out if a person has to approve a call, which has not been asked about before. The receipt of one that needs it is kept
   * among the approvals.
   * @param turn The same object for all calls of one model turn, which come in the model's order. Behind a write that needs approval no call of the turn starts.
   */
  needsApproval(call: ModelCall, turn?: object): Promise<boolean>
  /** True if the call waits among the approvals. */
  isWaiting(callId: string): boolean
  /**
   * Runs a call, together with those that start at the same time as one turn. One that waits among the approvals is redeemed, by
   * the answer noted there, else by `answer`. Never rejects.
   * @param answer Default: allowed once.
   */
  call(call: ModelCall, options?: DetachedCallOptions, answer?: ApprovalAnswerParts): Promise<CallEnd>
  /** Records that a person refused a call that waits. Resolves once it is recorded. */
  refuse(callId: string, reason?: string): Promise<CallEnd>
  /** Runs the calls of one model turn, and redeems those among them that wait. Never rejects. */
  runTurn(calls: readonly ModelCall[], optionsOf?: (index: number) => DetachedCallOptions): Promise<readonly CallEnd[]>
}

interface Item {
  readonly call: ModelCall
  readonly options: DetachedCallOptions
  readonly answer?: ApprovalAnswerParts | undefined
  readonly end: (end: CallEnd) => void
}

/** Opens the calls of a session for one adapter. */
export function openCalls(session: CallableSession, approvals: Approvals = createApprovals()): SessionCalls {
  const run = 'openDetachedRun' in session ? session.openDetachedRun() : session
  const { snapshot } = run
  const waiting = waitingCalls(approvals)
  /** Turns in which a write waits for approval, and the calls behind it. */
  const heldTurns = new WeakSet<object>()
  const heldCalls = new Set<string>()
  /** Calls whose need for approval was found only as they ran: a hook asked. The next one alike is asked about first. */
  const askedLate = new Set<string>()
  /** The ends of calls that were to be asked about, and needed no approval any more. */
  const early = new Map<string, CallEnd>()

  const keep = (call: ModelCall, ended: Outcome | PendingCall): CallEnd => {
    if (ended.status !== 'pending') return endOf(ended)
    const { text, ...receipt } = ended
    waiting.set(call.id, { callId: call.id, receipt })
    return { status: 'pending', text }
  }

  const redeem = async ({ call, options, answer = { answer: 'allow_once' } }: Item): Promise<CallEnd> => {
    const entry = waiting.get(call.id)
    if (entry === undefined || !('resume' in run)) return keep(call, await run.call(call, options))
    const { request, call: received } = entry.receipt
    // The arguments that go on are those presented now: the digest tells whether they are the approved ones.
    const receipt = { ...entry.receipt, call: { ...received, arguments: argumentsOf(call) } }
    const decision = { requestId: request.id, digest: request.digest, ...(entry.answer ?? answer) }
    const outcome = await run.resume(receipt, decision, decision.decidedBy, options)
    waiting.delete(call.id)
    return endOf(outcome)
  }

  const turnOf = (items: readonly Item[], isHeld: boolean): AsyncIterable<DetachedTurnOutput> => {
    const calls = items.map(({ call }) => call)
    const optionsOf = (index: number) => items[index]?.options ?? {}
    return 'resume' in run ? run.runTurn(calls, { optionsOf, isHeld }) : run.runTurn(calls, undefined, optionsOf)
  }

  const runFresh = async (items: readonly Item[], isHeld: boolean): Promise<void> => {
    const [only] = items
    if (only === undefined) return
    if (items.length === 1 && !isHeld) return only.end(keep(only.call, await run.call(only.call, only.options)))
    for await (const output of turnOf(items, isHeld)) {
      const item = output.type === 'event' ? undefined : items[output.index]
      if (item === undefined || output.type === 'event') continue
      item.end(keep(item.call, output.type === 'pending' ? output.receipt : output.outcome))
    }
  }

  const runItems = async (items: readonly Item[]): Promise<void> => {
    try {
      const answered = items.filter(({ call }) => waiting.has(call.id))
      for (const item of answered) item.end(await redeem(item))
      for (const isHeld of [false, true]) {
        const fresh = items.filter((item) => !answered.includes(item) && heldCalls.has(item.call.id) === isHeld)
        await runFresh(fresh, isHeld)
        for (const { call } of fresh) heldCalls.delete(call.id)
      }
    } catch (error) {
      const text = `Drawbridge could not run this call: ${errorMessage(error)}`
      for (const { end } of items) end({ status: 'failed', text })
    }
  }

  const turns = gatherTurns(runItems)
  const isRead = ({ id, name }: ModelCall) =>
    snapshot.find(snapshot.names.canonicalName(name) ?? name)?.permission === 'readonly' && !waiting.has(id)

  const call: SessionCalls['call'] = async (call, options = {}, answer) => {
    const ended = early.get(call.id)
    if (early.delete(call.id) && ended !== undefined) return ended
    const wasWaiting = waiting.has(call.id)
    const end = await new Promise<CallEnd>((resolve) =>
      turns.add({ call, options, answer, end: resolve }, isRead(call)),
    )
    if (end.status === 'pending' && !wasWaiting) askedLate.add(likeness(call))
    return end
  }

  return {
    snapshot,
    approvals,
    call,
    refuse: (callId, reason) => {
      const { name = '', arguments: given = {} } = waiting.get(callId)?.receipt.call ?? {}
      return call({ id: callId, name, arguments: given }, {}, { answer: 'deny', ...defined({ reason }) })
    },
    isWaiting: (callId) => waiting.has(callId),
    needsApproval: async (call, turn = call) => {
      waiting.delete(call.id)
      if (!('resume' in run)) return false
      const isHeld = heldTurns.has(turn)
      if (!askedLate.delete(likeness(call)) && (await run.explain(call)).decision?.verdict !== 'ask') {
        if (isHeld) heldCalls.add(call.id)
        return false
      }
      const items = [{ call, options: {}, end: (end: CallEnd) => void early.set(call.id, end) }]
      await runFresh(items, isHeld)
      if (!waiting.has(call.id)) return false
      early.delete(call.id)
      if (waiting.get(call.id)?.receipt.request.permission === 'write') heldTurns.add(turn)
      return true
    },
    runTurn: async (calls, optionsOf = () => ({})) => {
      const ends = calls.map((): CallEnd => ({ status: 'failed', text: 'The call did not end.' }))
      await runItems(
        calls.map((call, index) => ({
          call,
          options: optionsOf(index),
          end: (end) => void ends.splice(index, 1, end),
        })),
      )
      return ends
    },
  }
}

function endOf(outcome: Outcome): CallEnd {
  const { status, text } = outcome
  return status === 'ok' ? { status, text, outcome } : { status, text, code: outcome.code, outcome }
}

function likeness({ name, arguments: given }: ModelCall): string {
  return stableStringify([name, given])
}

/** Returns arguments as an object, as a receipt has them. */
function argumentsOf({ arguments: given }: ModelCall): Readonly<Record<string, unknown>> {
  if (isJsonObject(given)) return given
  if (typeof given !== 'string') return {}
  try {
    const parsed: unknown = JSON.parse(given)
    return isJsonObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
