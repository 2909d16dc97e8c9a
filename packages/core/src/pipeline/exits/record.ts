import { errorMessage } from '../../error/error-message.ts'
import type { ToolEnded } from '../../event/families/call-events.ts'
import { failure } from '../../outcome/failure.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { contentText } from '../../result/content-text.ts'
import { ownLabel } from '../../result/label.ts'
import type { ResultMeta, ToolResult } from '../../result/tool-result.ts'
import type { Ending } from '../ending.ts'
import { excerptOfRaw, givenArguments } from '../entries/receive-call.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'

/** Records the one end of the call, result and event together. A result that cannot be recorded is not returned as if it were. */
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
    noteResult(ending, outcome, context)
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

/** Enters a result, which may decide later calls. */
function noteResult({ executed }: Ending, { result, text }: Outcome, { flow }: RunContext): void {
  if (executed === undefined) return
  const { toolCallId, content, data } = result
  const isAct = executed.permission === 'write' && !result.isError
  const entered = { tool: executed.tool.name, toolCallId, isAct, content, size: text.length }
  flow.enter(data === undefined ? entered : { ...entered, data })
}

/** The times at which the call began and ended, by its clock. */
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
  const { call, executed, notes, silent, added, spilled, labelled } = ending
  const { toolCallId } = call
  const event: Draft<ToolEnded> = { type: eventType(ending), toolCallId, tool: result.meta.tool, result, ...timings }
  if (executed === undefined) event.arguments = givenArguments(call) ?? excerptOfRaw(call.raw, scrubber)
  if (silent !== undefined) event.silent = silent
  if (added !== undefined) event.added = added
  if (spilled !== undefined) event.spilled = spilled
  if (labelled !== undefined) event.labelled = labelled
  return notes === undefined ? event : { ...event, ...notes }
}

/** A value in the making. Most optional fields of most calls are absent, and to spread each of them costs more than the rest. */
type Draft<Value> = { -readonly [Key in keyof Value]: Value[Key] }

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

/** The ending in the shape that callers get. @param now Milliseconds since the Unix epoch. */
function toOutcome(ending: Ending, now: number): Outcome {
  const { status } = ending
  const result = resultOf(ending, now)
  const text = contentText(ending.content)
  if (status === 'ok') return { status, result, text }
  const { code, message } = ending.failure ?? failure('internal_error', 'The call ended without a reason.')
  return { status, code, message, result, text }
}

function resultOf(ending: Ending, now: number): ToolResult {
  const { call, status, failure: cause, content, forUser, data, media, partial, abortReason } = ending
  const { toolCallId } = call
  const result: Draft<ToolResult> = { toolCallId, isError: status !== 'ok', content, meta: metaOf(ending, now) }
  if (cause !== undefined) {
    result.code = cause.code
    result.retryable = cause.retryable
  }
  if (partial !== undefined) result.partial = partial
  if (abortReason !== undefined) result.abortReason = abortReason
  if (forUser !== undefined) result.forUser = forUser
  if (data !== undefined) result.data = data
  if (media !== undefined) result.media = media
  return result
}

function metaOf(
  { call, targets, decision, redactions, truncated, artifact, toolMeta }: Ending,
  now: number,
): ResultMeta {
  const { toolCallId, tool: called, name, exposedName, rawCallId, repairs } = call
  const tool = called?.name ?? name ?? ''
  const meta: Draft<ResultMeta> = { toolCallId, tool, durationMs: now - call.receivedAt, targets, redactions }
  if (decision !== undefined) meta.decision = decision
  if (rawCallId !== undefined) meta.rawCallId = rawCallId
  if (exposedName !== undefined && exposedName !== name) meta.exposedName = exposedName
  if (repairs !== undefined && repairs.length > 0) meta.repairs = repairs
  if (truncated !== undefined) meta.truncated = truncated
  if (artifact !== undefined) meta.artifact = artifact
  if (toolMeta !== undefined) meta.toolMeta = toolMeta
  return meta
}

/** The ending of a call that a gate stopped. */
export function endingOfStop(call: Ending['call'], { stopped, failure, decision, notes, waitedMs }: Stop): Ending {
  return {
    call,
    status: stopped,
    failure,
    ...(decision === undefined ? {} : { decision }),
    ...(notes === undefined ? {} : { notes }),
    ...(waitedMs === undefined ? {} : { waitedMs }),
    targets: call.targets ?? [],
    content: [{ type: 'text', text: failure.message, label: ownLabel }],
    ...(failure.data === undefined ? {} : { data: failure.data }),
    redactions: {},
  }
}
