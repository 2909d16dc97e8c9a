import { approveWith, type DetachedRun, type DrawbridgeEvent, type PendingReceipt, type Run } from '@drawbridge/core'
import { type Approvals, createApprovals } from '../shared/approvals.ts'
import type { CallableSession } from '../shared/session-calls.ts'
import { createTestSession, type TestSession } from './create-test-session.ts'
import { type ListedTurn, sixtyCalls } from './sixty-calls.ts'

/** Drives one model turn of the list through an adapter, answering its questions, until every call has ended. */
export type DriveTurn = (turn: ListedTurn, signal: AbortSignal) => Promise<void>

/** Prepares an adapter for a session. */
export type Adapter<Given = CallableSession> = (session: Given, approvals: Approvals) => Promise<DriveTurn>

/** Returns the events of each call of the list when it goes through an adapter whose framework asks the person. */
export async function playAsking(adapter: Adapter<DetachedRun>): Promise<RecordedCalls> {
  const session = createTestSession()
  return play(session, await adapter(session.openDetachedRun(), createApprovals()))
}

/** Returns the same when the session's own approver is asked. */
export async function playApproved(adapter: Adapter<Run>): Promise<RecordedCalls> {
  const answers = new Map(sixtyCalls.flatMap(({ calls }) => calls.map(({ id, answer }) => [id, answer] as const)))
  const approver = approveWith('person', ({ toolCallId }) => answers.get(toolCallId), { human: true })
  const session = createTestSession({ approvers: [approver] })
  return play(session, await adapter(session.openRun(), createApprovals()))
}

async function play(session: TestSession, drive: DriveTurn): Promise<RecordedCalls> {
  for (const turn of sixtyCalls) {
    const stopping = new AbortController()
    const stop = () => void setImmediate(() => stopping.abort(new DOMException('Enough.', 'AbortError')))
    session.onWait.add(stop)
    await drive(turn, stopping.signal)
    session.onWait.delete(stop)
  }
  return recordedCalls(session)
}

/** The recorded events of each call, and the work of the tools in order. */
export interface RecordedCalls {
  readonly did: readonly string[]
  readonly events: Readonly<Record<string, readonly unknown[]>>
}

/** Leaves out what numbers events, requests and turns, and the times of the machine. */
function recordedCalls({ did, events }: TestSession): RecordedCalls {
  // A framework says what its user wrote; the list without one has no user.
  const own = events.filter(({ type }) => type !== 'session.heard')
  const byCall = Object.groupBy(own, (event) => ('toolCallId' in event ? event.toolCallId : event.type))
  return {
    did,
    events: Object.fromEntries(Object.entries(byCall).map(([id, own = []]) => [id, own.map(withoutNumbers)])),
  }
}

function withoutNumbers(event: DrawbridgeEvent): unknown {
  const { sequence: _, ...rest } = event
  return JSON.parse(
    JSON.stringify(rest, (key, value) => (key === 'turn' || key === 'timings' ? undefined : value)).replaceAll(
      /approval_\d+/g,
      'approval',
    ),
  )
}

/** The list without an adapter, where receipts are redeemed: what all others are compared with. */
export const directlyAsking: Adapter<DetachedRun> = async (run) => async (turn, signal) => {
  const receipts: { readonly index: number; readonly receipt: PendingReceipt }[] = []
  const [only] = turn.calls
  if (only !== undefined && turn.calls.length === 1) {
    const ended = await run.call(raw(only), { signal })
    if (ended.status === 'pending') receipts.push({ index: 0, receipt: ended })
  } else {
    for await (const output of run.runTurn(turn.calls.map(raw), { optionsOf: () => ({ signal }) }))
      if (output.type === 'pending') receipts.push(output)
  }
  for (const { index, receipt } of receipts) {
    const { id: requestId, digest } = receipt.request
    const answer = turn.calls[index]?.answer ?? { answer: 'deny' }
    await run.resume(receipt, { requestId, digest, ...answer })
  }
}

/** The list without an adapter, where the session's approver is asked. */
export const directlyApproved: Adapter<Run> = async (run) => async (turn, signal) => {
  const [only] = turn.calls
  if (only !== undefined && turn.calls.length === 1) return void (await run.call(raw(only), { signal }))
  for await (const _ of run.runTurn(turn.calls.map(raw), undefined, () => ({ signal })));
}

function raw({ id, name, arguments: given }: ListedTurn['calls'][number]) {
  return { id, name, arguments: given }
}
