import { DrawbridgeError, type DrawbridgeErrorCode } from '../../error/drawbridge-error.ts'
import { errorMessage } from '../../error/error-message.ts'
import type { LockHolder, LockRequest, LockTaker } from '../../limit/lock-table.ts'
import { type Failure, failure } from '../../outcome/failure.ts'
import type { OutcomeCode } from '../../outcome/outcome-code.ts'
import { ToolFault } from '../../outcome/tool-fault.ts'
import { confirmAfterWait } from '../approve/confirm-approval.ts'
import type { AuthorizedCall } from '../call.ts'
import type { Ending } from '../ending.ts'
import type { RunContext } from '../run-context.ts'
import { isStop } from '../stage.ts'
import { CallToolContext } from './call-tool-context.ts'
import { Deadline } from './deadline.ts'
import { locksFor } from './locks-for.ts'
import { noteWrittenPaths, wrapOutput } from './wrap-output.ts'

/** Runs the tool on its locked targets, under its time limit. Whatever it returns, throws or fails to do becomes one ending. */
export function execute(call: AuthorizedCall, context: RunContext): Ending | Promise<Ending> {
  if (context.signal.aborted) return notStarted(call, context, 'cancelled', abortedBefore)
  const requests = locksFor(call.targets)
  return requests.length === 0 ? runUnlocked(call, context) : runLocked(requests, call, context)
}

/** The wait for its locks is part of the call's time. */
async function runLocked(requests: readonly LockRequest[], call: AuthorizedCall, context: RunContext): Promise<Ending> {
  using deadline = new Deadline(timeLimit(call, context), context)
  const { clock, locks } = context
  try {
    const acquired = locks.acquire(requests, takerOf(call, context, deadline))
    call.arrival?.[Symbol.dispose]()
    if (!(acquired instanceof Promise)) {
      using _held = acquired
      return await run(call, context, deadline)
    }
    const since = clock.now()
    try {
      using _held = await acquired
      deadline.lockedMs = clock.now() - since
      return { ...(await runAfterWait(call, context, deadline)), lockedMs: deadline.lockedMs }
    } catch (error) {
      if (deadline.reached !== 'timeout') throw error
      const ending = stillLocked(call, context, locks.holdersOf(requests))
      return { ...ending, lockedMs: clock.now() - since }
    }
  } catch (error) {
    return broke(call, context, error)
  }
}

/** Runs a call that waited for its paths, if it may still run: they may have changed since it was judged. Its locks keep them as they are. */
async function runAfterWait(call: AuthorizedCall, context: RunContext, deadline: Deadline): Promise<Ending> {
  const now = await confirmAfterWait(call, context)
  if (isStop(now)) {
    const ending = notStarted(call, context, now.stopped, now.failure)
    return { ...ending, decision: now.decision ?? call.decision, notes: { ...ending.notes, ...now.notes } }
  }
  if (context.signal.aborted) return notStarted(call, context, 'cancelled', abortedBefore)
  return run(now as AuthorizedCall, context, deadline)
}

/** Gives the signal only to a call that has to wait: one that does not makes no timer. */
function takerOf({ toolCallId, tool }: AuthorizedCall, { principal }: RunContext, deadline: Deadline): LockTaker {
  return {
    holder: { toolCallId, tool: tool.name, session: principal.session },
    get signal() {
      return deadline.signal
    },
  }
}

function stillLocked(call: AuthorizedCall, context: RunContext, heldBy: readonly LockHolder[]): Ending {
  const holders = heldBy.map(({ tool, toolCallId, session }) => {
    const where = session === context.principal.session ? 'this session' : `session ${session}`
    return `"${tool}" (${toolCallId} of ${where})`
  })
  const message = `"${call.tool.name}" did not start: within its time limit of ${timeLimit(call, context)} ms, its paths did not become free. They are in use by ${holders.join(', ') || 'another call'}. Wait for that call to end, or give this one more time.`
  const cause = failure('timeout', message, { retryable: true, data: { heldBy } })
  return notStarted(call, context, 'failed', cause)
}

function broke(call: AuthorizedCall, context: RunContext, error: unknown): Ending {
  return context.signal.aborted ? notStarted(call, context, 'cancelled', abortedBefore) : fault(call, context, error)
}

/** The end of a call whose tool was never started. */
export function notStarted(
  call: AuthorizedCall,
  context: RunContext,
  status: 'failed' | 'denied' | 'cancelled',
  cause: Failure,
): Ending {
  return { ...broken(call, context, status, cause), notes: { stoppedAt: 'before_start' } }
}

const abortedBefore = failure('aborted', 'The run was aborted before the tool started; nothing was done.')

function runUnlocked(call: AuthorizedCall, context: RunContext): Ending | Promise<Ending> {
  try {
    return run(call, context, new Deadline(timeLimit(call, context), context))
  } catch (error) {
    return broke(call, context, error)
  }
}

/** Disposes of the deadline. A tool that returns no promise is not waited for. */
function run(call: AuthorizedCall, context: RunContext, deadline: Deadline): Ending | Promise<Ending> {
  try {
    const running = start(deadline, call, context)
    if (running instanceof Promise) return waitFor(running, deadline, call, context)
    try {
      return conclude(running, deadline, call, context)
    } finally {
      deadline[Symbol.dispose]()
    }
  } catch (error) {
    return broke(call, context, error)
  }
}

async function waitFor(
  running: Promise<Ending>,
  deadline: Deadline,
  call: AuthorizedCall,
  context: RunContext,
): Promise<Ending> {
  try {
    return conclude(await deadline.race(running), deadline, call, context)
  } catch (error) {
    return broke(call, context, error)
  } finally {
    deadline[Symbol.dispose]()
  }
}

function conclude(
  ending: Ending | undefined,
  { reached }: Deadline,
  call: AuthorizedCall,
  context: RunContext,
): Ending {
  const settled = ending ?? fault(call, context, new Error('the tool settled without an ending'))
  noteWrittenPaths(call, context, reached === undefined && settled.status === 'ok')
  if (reached !== undefined) return cutShort(reached, call, context, ending)
  return settled
}

function start(deadline: Deadline, call: AuthorizedCall, context: RunContext): Ending | Promise<Ending> {
  try {
    const output = call.tool.definition.execute(call.input, new CallToolContext(call, deadline, context))
    if (!(output instanceof Promise)) return wrapOutput(call, output, context)
    return output.then(
      (value) => wrapOutput(call, value, context),
      (error: unknown) => fault(call, context, error),
    )
  } catch (error) {
    return fault(call, context, error)
  }
}

/** The tool was aborted. Its output until then is kept, and the code says why it ended. */
function cutShort(
  reached: 'timeout' | 'aborted',
  call: AuthorizedCall,
  context: RunContext,
  partial: Ending | undefined,
): Ending {
  const message =
    reached === 'timeout'
      ? `"${call.tool.name}" was stopped after ${timeLimit(call, context)} ms, its time limit. Do less in one call, or set a longer time limit if the tool has a parameter for it.`
      : `"${call.tool.name}" was stopped because the run was aborted.`
  const { content, data } = partial?.failure ?? partial ?? {}
  const kept = { ...(content === undefined ? {} : { content }), ...(data === undefined ? {} : { data }) }
  const ending = broken(call, context, reached === 'timeout' ? 'failed' : 'cancelled', failure(reached, message, kept))
  return { ...ending, notes: { stoppedAt: 'running' }, ...(Object.keys(kept).length === 0 ? {} : { partial: true }) }
}

function fault(call: AuthorizedCall, context: RunContext, error: unknown): Ending {
  if (ToolFault.isInstance(error)) return broken(call, context, 'failed', error.failure)
  const { name } = call.tool
  const reason = errorMessage(error)
  const cause = DrawbridgeError.isInstance(error)
    ? failure(codeOfError[error.code] ?? 'internal_error', `"${name}" failed: ${reason}`)
    : failure(
        'internal_error',
        `"${name}" failed unexpectedly: ${reason} This is a defect of the tool, not of your call.`,
      )
  return broken(call, context, 'failed', cause)
}

/** The codes of errors that explain themselves, which a tool did not cause by a defect. Others remain internal errors. */
const codeOfError: Partial<Record<DrawbridgeErrorCode, OutcomeCode>> = {
  invalid_option: 'validation_error',
  sandbox_unavailable: 'sandbox_unavailable',
  store_unavailable: 'store_unavailable',
}

function broken(
  call: AuthorizedCall,
  context: RunContext,
  status: 'failed' | 'denied' | 'cancelled',
  cause: Failure,
): Ending {
  return { ...wrapOutput(call, undefined, context, cause), status, failure: cause }
}

/** The time limit that tool and input ask for, under the run's ceiling. */
function timeLimit({ tool, input }: AuthorizedCall, { settings }: RunContext): number {
  const wished = tool.definition.timeLimit?.(input, settings) ?? tool.definition.timeoutMs ?? settings.defaultTimeoutMs
  return Math.min(wished, settings.maxTimeoutMs)
}
