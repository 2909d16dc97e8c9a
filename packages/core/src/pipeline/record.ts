import { errorMessage } from '../error/error-message.ts'
import type { ToolEnded } from '../event/families/call-events.ts'
import { failure } from '../outcome/failure.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Ending } from './ending.ts'
import { endingOfStop } from './ending-of-stop.ts'
import { excerptOfRaw } from './excerpt-of-raw.ts'
import type { RunContext } from './run-context.ts'
import { stop } from './stage.ts'
import { toOutcome } from './to-outcome.ts'

/** Records the one end of the call, result and event together. A result that cannot be kept is not handed out as if it were. */
export function record(ending: Ending, context: RunContext, moments: CallMoments): Outcome | Promise<Outcome> {
  const now = context.clock.now()
  const outcome = toOutcome(ending, now)
  try {
    const recorded = context.events.record(
      endEvent(ending, outcome, context, timingsOf(ending, now, moments)),
      context.principal.run,
      'grouped',
      now,
    )
    return recorded === undefined
      ? outcome
      : recorded.then(
          () => outcome,
          (error: unknown) => unrecorded(ending, error, context),
        )
  } catch (error) {
    return unrecorded(ending, error, context)
  }
}

/** When the call began to run and when it had ended, by its clock. */
export interface CallMoments {
  readonly startedAt?: number
  readonly endedAt: number
}

function timingsOf(
  { call, waitedMs: waited = call.waitedMs ?? 0, lockedMs = 0 }: Ending,
  now: number,
  { startedAt, endedAt }: CallMoments,
): Pick<ToolEnded, 'timings'> | undefined {
  // Most calls: they took less than the clock tells apart.
  if (now === call.receivedAt) return undefined
  const execution = startedAt === undefined ? 0 : endedAt - startedAt - lockedMs
  const gates = (startedAt ?? endedAt) - call.receivedAt - waited
  const phases = { gates, approval: waited, locks: lockedMs, execution, exit: now - endedAt }
  return { timings: Object.fromEntries(Object.entries(phases).filter(([, duration]) => duration > 0)) }
}

function endEvent(
  ending: Ending,
  { result }: Outcome,
  { scrubber }: RunContext,
  timings: Pick<ToolEnded, 'timings'> | undefined,
): ToolEnded {
  const { call, executed } = ending
  const { toolCallId } = call
  const tool = result.meta.tool
  const given = () => call.arguments ?? excerptOfRaw(call.raw, scrubber)
  const neverStarted = executed === undefined ? { arguments: given() } : {}
  return { type: eventType(ending), toolCallId, tool, ...neverStarted, result, ...timings, ...notesOn(ending) }
}

function notesOn({ added, spilled, labelled, silent, notes }: Ending) {
  return {
    ...notes,
    ...(silent === undefined ? {} : { silent }),
    ...(added === undefined ? {} : { added }),
    ...(spilled === undefined ? {} : { spilled }),
    ...(labelled === undefined ? {} : { labelled }),
  }
}

function eventType({ status, failure: cause }: Ending): ToolEnded['type'] {
  switch (status) {
    case 'ok':
      return 'tool.completed'
    case 'failed':
      // The command ran to its end; that it exited non-zero is its result.
      return cause?.code === 'command_failed' ? 'tool.completed' : 'tool.failed'
    case 'denied':
      return 'tool.denied'
    case 'cancelled':
      return 'tool.cancelled'
  }
}

function unrecorded(ending: Ending, error: unknown, context: RunContext): Outcome {
  const reason = errorMessage(error)
  const done = ending.executed === undefined ? 'The call was not run' : 'The call ran and may have had its effect'
  const cause = failure('store_unavailable', `${done}, but its result could not be recorded: ${reason}`)
  const message = context.scrubber.scrub(cause.message).text
  // The call still has its targets as they were resolved, the ending has them clean.
  const call = { ...ending.call, targets: ending.targets }
  return toOutcome(endingOfStop(call, stop('failed', { ...cause, message })), context.clock.now())
}
