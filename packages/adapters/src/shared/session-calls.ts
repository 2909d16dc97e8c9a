import type {
  DetachedCallOptions,
  DetachedRun,
  DetachedTurnOutput,
  Outcome,
  PendingCall,
  Run,
  Session,
  Snapshot,
} from '@drawbridge/core'
import { errorMessage } from '@drawbridge/core'
import { defined, isJsonObject, stableStringify } from '@drawbridge/core/base'
import { type ApprovalAnswerParts, type Approvals, createApprovals, openTurnsOf } from './approvals.ts'
import { type CallEnd, endOf } from './call-end.ts'
import { gatherTurns } from './gather-turns.ts'
import { hearMessages } from './hear-messages.ts'

/**
 * The tools of a conversation. With a session, a call that needs approval is asked about by the framework's own means. With a run
 * (`session.openRun()`), the session's approvers are asked, and the framework sees nothing of it. A detached run is used as it is.
 */
export type CallableSession =
  | (Pick<Session, 'openDetachedRun'> & Partial<Pick<Run, 'hear'>>)
  | (Pick<Run, 'snapshot' | 'call' | 'runTurn'> & Partial<Pick<Run, 'hear'>>)
  | (Pick<DetachedRun, 'snapshot' | 'call' | 'runTurn' | 'explain' | 'resume'> & Partial<Pick<Run, 'hear'>>)

/** A call as the model made it. */
export interface ModelCall {
  /** The id that the provider or the framework gave it. */
  readonly id: string
  /** Exposed or canonical. */
  readonly name: string
  /** In the form of the dialect: pass them through `read` of the shown tool. */
  readonly arguments: unknown
}

/** The calls of a session in the order in which a framework or a provider's library makes them. */
export interface SessionCalls {
  readonly snapshot: Snapshot
  readonly approvals: Approvals
  /** Reports the words of the user in a framework's messages, each once. */
  hear(messages: unknown): void
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
   * the answer noted there, else by `answer`; without either it is asked about again. Never rejects.
   * @param answer The answer that a person gave to the framework.
   */
  call(call: ModelCall, options?: DetachedCallOptions, answer?: ApprovalAnswerParts): Promise<CallEnd>
  /** Records that a person refused a call that waits. Resolves once it is recorded. */
  refuse(callId: string, reason?: string): Promise<CallEnd>
  /**
   * Runs the calls of one model turn. If some of them come out as receipts, pass the same calls again once all have an answer
   * among the approvals: those are redeemed, and the others keep their ends. Never rejects.
   */
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
  const { waiting, ended: endedBefore } = openTurnsOf(approvals)
  /** Turns in which a write waits for approval, and the calls behind it. */
  const heldTurns = new WeakSet<object>()
  const heldCalls = new Set<string>()
  /** Calls whose need for approval was found only as they ran: a hook asked. The next one alike is asked about first. */
  const askedLate = new Set<string>()
  /** The ends of calls that were to be asked about, and needed no approval any more. */
  const early = new Map<string, CallEnd>()

  const keep = (call: ModelCall, ended: Outcome | PendingCall): CallEnd => {
    if (ended.status !== 'pending') return endOf(ended)
    waiting.set(call.id, { callId: call.id, given: givenIn(call), receipt: ended })
    return { status: 'pending', text: ended.text }
  }

  const redeem = async ({ call, options, answer }: Item): Promise<CallEnd> => {
    const entry = waiting.get(call.id)
    const given = entry?.answer ?? answer
    if (entry === undefined || given === undefined || !('resume' in run))
      return keep(call, await run.call(call, options))
    const { request, call: received } = entry.receipt
    // If the call is not the one that was asked about, its own arguments go on, and the digest makes the approval void.
    const isSame = entry.given === givenIn(call)
    const receipt = isSame ? entry.receipt : { ...entry.receipt, call: { ...received, arguments: argumentsOf(call) } }
    const decision = { requestId: request.id, digest: request.digest, ...given }
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
    const open = new Set(items)
    const tracked = items.map((item): Item => {
      return { ...item, end: (end) => void (open.delete(item) && item.end(end)) }
    })
    try {
      const answered = tracked.filter(({ call }) => waiting.has(call.id))
      for (const item of answered) item.end(await redeem(item))
      for (const isHeld of [false, true]) {
        const fresh = tracked.filter((item) => !answered.includes(item) && heldCalls.has(item.call.id) === isHeld)
        await runFresh(fresh, isHeld)
        for (const { call } of fresh) heldCalls.delete(call.id)
      }
    } catch (error) {
      // A call that has ended keeps its end.
      const text = `Drawbridge could not run this call: ${errorMessage(error)}`
      for (const { end } of open) end({ status: 'failed', text })
    }
  }

  const turns = gatherTurns(runItems)
  const isRead = ({ id, name }: ModelCall) =>
    snapshot.find(snapshot.names.canonicalName(name) ?? name)?.permission === 'readonly' && !waiting.has(id)

  const call: SessionCalls['call'] = async (call, options = {}, answer) => {
    const ended = early.get(call.id)
    if (early.delete(call.id) && ended !== undefined) return ended
    if (answer === undefined && waiting.get(call.id)?.answer === undefined) waiting.delete(call.id)
    const wasWaiting = waiting.has(call.id)
    const end = await new Promise<CallEnd>((resolve) =>
      turns.add({ call, options, answer, end: resolve }, isRead(call)),
    )
    if (end.status === 'pending' && !wasWaiting) askedLate.add(givenIn(call))
    return end
  }

  return {
    snapshot,
    approvals,
    hear: (messages) => {
      // The same session has other runs for later requests, and has heard these words already.
      const hearer = isHearer(session) ? session : run
      if (isHearer(hearer)) hearMessages(hearer, messages)
    },
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
      if (!askedLate.delete(givenIn(call)) && (await run.explain(call)).decision?.verdict !== 'ask') {
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
      for (const call of calls) forgetOther(call)
      const ends = calls.map((call) => endedBefore.get(call.id)?.end ?? stillWaiting(call.id))
      const isUnanswered = ({ id }: ModelCall) => waiting.has(id) && waiting.get(id)?.answer === undefined
      // Answers are waited for together, so that the calls keep their order.
      if (!calls.some(isUnanswered)) {
        const items = calls.map((call, index) => ({
          call,
          options: optionsOf(index),
          end: (end: CallEnd) => void ends.splice(index, 1, end),
        }))
        await runItems(items.filter(({ call }) => !endedBefore.has(call.id)))
      }
      const isOpen = calls.some(({ id }) => waiting.has(id))
      for (const [index, call] of calls.entries()) {
        const end = ends[index]
        if (!isOpen) endedBefore.delete(call.id)
        else if (end !== undefined && !waiting.has(call.id))
          endedBefore.set(call.id, { callId: call.id, given: givenIn(call), end })
      }
      return ends
    },
  }

  /** An id may come again, with another call: that one has not been asked about. */
  function forgetOther(call: ModelCall): void {
    for (const known of [waiting, endedBefore]) {
      if (known.get(call.id)?.given !== givenIn(call)) known.delete(call.id)
    }
  }

  function stillWaiting(callId: string): CallEnd {
    const request = waiting.get(callId)?.receipt.request
    if (request === undefined) return { status: 'failed', text: 'The call did not end.' }
    return { status: 'pending', text: `"${request.tool}" waits for approval ${request.id}.` }
  }
}

/** Returns true if a session or run takes words of a user. */
export function isHearer<Value extends object>(run: Value): run is Value & Pick<Run, 'hear'> {
  return 'hear' in run && typeof run.hear === 'function'
}

function givenIn({ name, arguments: given }: ModelCall): string {
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
