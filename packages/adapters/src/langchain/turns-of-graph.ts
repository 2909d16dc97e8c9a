import type { DetachedCallOptions } from '@drawbridge/core'
import { createApprovals } from '../shared/approvals.ts'
import type { CallEnd } from '../shared/call-end.ts'
import { type CallableSession, type ModelCall, openCalls } from '../shared/session-calls.ts'
import { withDistinctIds } from '../shared/with-distinct-ids.ts'
import { joinApprovals } from './approval-interrupt.ts'
import type { Interruption } from './interruption.ts'

/** A call that a tool of a graph was given. */
export interface GraphCall {
  readonly call: ModelCall
  readonly options: DetachedCallOptions
  /** The step of the graph that it belongs to: calls of one step are one model turn. */
  readonly step: string
  /** The execution of a node that it belongs to. A node is interrupted as a whole. */
  readonly node: string
}

interface Presented extends GraphCall {
  readonly interruption: Interruption
  readonly end: (end: CallEnd) => void
  readonly fail: (error: unknown) => void
}

/** Runs the calls of a graph. Rejects with the error that interrupts the graph, if the node of the call needs an approval. */
export type RunGraphCall = (call: GraphCall) => Promise<CallEnd>

/**
 * Makes model turns of the calls that the nodes of a graph start at the same time. If some of them need approval, their nodes are
 * interrupted. When these run again, ended calls keep their ends, which are in the value of the interrupt.
 * @param prepare Called within the node, once for each of its executions.
 */
export function turnsOfGraph(session: CallableSession, prepare: () => Interruption): RunGraphCall {
  const steps = new Map<string, Presented[]>()

  const runStep = async (presented: readonly Presented[]) => {
    const items = presented.map((item) => {
      const own = presented.filter(({ node }) => node === item.node)
      const named = withDistinctIds(own.map(({ call }) => call))
      return { ...item, call: named[own.indexOf(item)] ?? item.call }
    })
    const approvals = createApprovals(joinApprovals(items.flatMap(({ interruption }) => interruption.resumed)))
    const calls = openCalls(session, approvals)
    const ends = await calls.runTurn(
      items.map(({ call }) => call),
      (index) => items[index]?.options ?? {},
    )
    const pending = items.filter((_, index) => ends[index]?.status === 'pending')
    for (const [index, item] of items.entries()) {
      const end = ends[index] ?? { status: 'failed', text: 'The call did not end.' }
      const own = pending.filter(({ node }) => node === item.node)
      if (own.length === 0) item.end(end)
      else interrupt(item, end, own)
    }

    function interrupt({ interruption, end: finish, fail }: Presented, end: CallEnd, own: readonly Presented[]) {
      const saved = approvals.toJSON()
      const open = saved.waiting.filter(({ callId, answer }) => {
        return answer === undefined && own.some(({ call }) => call.id === callId)
      })
      const error = interruption.raise({
        type: 'drawbridge.approvals',
        requests: open.map(({ callId, receipt }) => ({ callId, request: receipt.request })),
        approvals: saved,
      })
      if (error === undefined) finish(end)
      else fail(error)
    }
  }

  return (given) =>
    new Promise((end, fail) => {
      const items = steps.get(given.step) ?? []
      const interruption = items.find(({ node }) => node === given.node)?.interruption ?? prepare()
      items.push({ ...given, interruption, end, fail })
      if (items.length > 1) return
      steps.set(given.step, items)
      setImmediate(() => {
        steps.delete(given.step)
        runStep(items).catch((error: unknown) => {
          for (const item of items) item.fail(error)
        })
      })
    })
}
