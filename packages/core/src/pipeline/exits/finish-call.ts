import { errorMessage } from '../../error/error-message.ts'
import type { ToolStarted } from '../../event/families/call-events.ts'
import { failure } from '../../outcome/failure.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { AuthorizedCall } from '../call.ts'
import type { Ending } from '../ending.ts'
import type { RunContext } from '../run-context.ts'
import { type Exit, internalError, type Passage, published, type Stop, stop } from '../stage.ts'
import { exits } from '../stages.ts'
import { type CallMoments, endingOfStop, record } from './record.ts'

/**
 * Runs a call that has passed all gates, or ends one that has not, and gives back the place it held. Returns a promise only if
 * something waits.
 */
export function finishCall(passage: Passage<AuthorizedCall>, context: RunContext): Outcome | Promise<Outcome> {
  let waits = false
  try {
    const finishing = finish(passage, context)
    if (!(finishing instanceof Promise)) return finishing
    waits = true
    return finishing.finally(() => passage.call.grant?.release())
  } finally {
    if (!waits) passage.call.grant?.release()
  }
}

function finish(passage: Passage<AuthorizedCall>, context: RunContext): Outcome | Promise<Outcome> {
  if (!passage.passed) {
    const call = { ...passage.call, toolCallId: passage.call.toolCallId ?? context.ids.next('call') }
    return leave(endingOfStop(call, passage.stop), context, { endedAt: context.clock.now() })
  }
  const { call } = passage
  const beginning = published(begin(call, context), begin, call, context)
  return beginning instanceof Promise
    ? beginning.then((unstarted) => runBegun(call, unstarted, context))
    : runBegun(call, beginning, context)
}

/** The stage's name, whatever function of a port does it. */
const execution = { name: 'execute' }

function runBegun(call: AuthorizedCall, unstarted: Stop | undefined, context: RunContext): Outcome | Promise<Outcome> {
  const startedAt = context.clock.now()
  if (unstarted !== undefined) return leave(endingOfStop(call, unstarted), context, { endedAt: startedAt })
  const executing = published(context.ports.execute(call, context), execution, call, context)
  const conclude = (ending: Ending) => leave(ending, context, { startedAt, endedAt: context.clock.now() })
  return executing instanceof Promise ? executing.then(conclude) : conclude(executing)
}

function leave(ending: Ending, context: RunContext, moments: CallMoments): Outcome | Promise<Outcome> {
  const leaving = leaveThrough(exits, withAbortReason(ending, context), context)
  const end = (left: Ending) => published(record(left, context, moments), record, left.call, context)
  return leaving instanceof Promise ? leaving.then(end) : end(leaving)
}

/** Waits only if an exit does. */
function leaveThrough(through: readonly Exit[], ending: Ending, context: RunContext): Ending | Promise<Ending> {
  let leaving = ending
  let tried = 0
  try {
    for (const exit of through) {
      tried += 1
      const next = published(exit(leaving, context), exit, leaving.call, context)
      if (next instanceof Promise) {
        const others = through.slice(tried)
        return next.then(
          (left) => leaveThrough(others, left, context),
          (error: unknown) => uncleaned(ending, error, context),
        )
      }
      leaving = next
    }
  } catch (error) {
    return uncleaned(ending, error, context)
  }
  return leaving
}

/** Adds the reason of an abort, so that readers of the result need not search for the event of the run. */
function withAbortReason(ending: Ending, { signal }: RunContext): Ending {
  if (ending.failure?.code !== 'aborted' || !signal.aborted) return ending
  return { ...ending, abortReason: errorMessage(signal.reason) }
}

/** Content that could not be scrubbed does not leave: neither the arguments nor the targets. */
function uncleaned({ call }: Ending, error: unknown, { scrubber }: RunContext): Ending {
  const { failure, ...ended } = internalError(error)
  return endingOfStop(
    { raw: undefined, receivedAt: call.receivedAt, toolCallId: call.toolCallId, ...(call.tool && { tool: call.tool }) },
    { ...ended, failure: { ...failure, message: scrubber.scrub(failure.message).text } },
  )
}

/**
 * Records that the call starts. A write waits until that is durable: what may have happened must never be unknown. A read goes
 * on and joins the next group commit; should that fail, its end cannot be recorded either and says so.
 */
function begin(call: AuthorizedCall, context: RunContext): undefined | Stop | Promise<undefined | Stop> {
  const { principal, events } = context
  try {
    const { toolCallId, tool, askedAs, permission, risk, input, repairs, targets, decision } = call
    const started: ToolStarted = {
      type: 'tool.started',
      toolCallId,
      tool: tool.name,
      permission,
      risk,
      input,
      repairs,
      targets,
      decision,
      principal,
    }
    const body = askedAs === undefined ? started : { ...started, askedAs: askedAs.tool.name }
    const recorded = events.record(body, principal.run, permission === 'write' ? 'durable' : 'grouped')
    if (permission === 'write') return recorded?.then(() => undefined, unrecorded)
    recorded?.catch(() => undefined)
    return undefined
  } catch (error) {
    return unrecorded(error)
  }
}

function unrecorded(error: unknown): Stop {
  const reason = errorMessage(error)
  const message = `The call was not run because its start could not be recorded: ${reason}`
  return { ...stop('failed', failure('store_unavailable', message)), notes: { cause: { at: 'start', reason } } }
}
