import { defined } from '../base/defined.ts'
import type { EndEvent } from '../event/drawbridge-event.ts'
import { ToolFault } from '../outcome/tool-fault.ts'
import type { AuthorizedCall } from '../pipeline/call.ts'
import type { Ending } from '../pipeline/ending.ts'
import { execute, notStarted } from '../pipeline/gates/execute.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import type { ToolContext } from '../tool/tool-context.ts'
import { toolOutput } from '../tool/tool-return.ts'
import { type Cursor, endTypes } from './cursor.ts'
import { recordedFailure } from './recorded-failure.ts'
import { type RecordedReturn, recordedReturn } from './recorded-return.ts'
import type { Timeline } from './timeline.ts'

export interface RecordedToolOptions {
  readonly end: EndEvent | undefined
  readonly cursor: Cursor
  readonly timeline: Timeline
  /** The text of the result's artifact. */
  readonly whole: () => string | undefined
  /** Lets the call's timers run out. */
  readonly ring: () => void
}

/** Runs a call with its recorded result in place of its tool, through the same stage as any other. */
export async function executeRecorded(
  call: AuthorizedCall,
  context: RunContext,
  { end, cursor, timeline, whole, ring }: RecordedToolOptions,
): Promise<Ending> {
  const ends = () => timeline.reach(cursor.find(...endTypes)?.position)
  if (end === undefined) return parked()
  // The record, not the time of arrival here, tells if an abort still reached the tool.
  const aborting = new AbortController()
  if (end.stoppedAt === 'before_start') {
    if (end.type === 'tool.denied' || end.result.code !== 'aborted')
      return ends().then(() => notStartedAsRecorded(call, end, context))
    aborting.abort()
  }
  let taken: RecordedReturn | undefined
  /** Once it is the turn of the call's end: the whole output is there then. */
  const returned = (): RecordedReturn => {
    taken ??= recordedReturn(end, whole())
    return taken
  }
  const stub = async (_input: unknown, { progress }: ToolContext): Promise<unknown> => {
    for (let next = cursor.find('tool.progress', ...endTypes); next?.event.type === 'tool.progress'; ) {
      await timeline.reach(next.position)
      const { message, fraction } = next.event
      progress({ message, ...(fraction === undefined ? {} : { fraction }) })
      next = cursor.find('tool.progress', ...endTypes)
    }
    await ends()
    return conclude(end, returned(), { ring, abort: () => aborting.abort() })
  }
  const { tool } = call
  const definition = { ...tool.definition, execute: stub }
  const recorded = { ...call, tool: { ...tool, definition } }
  const ending = await execute(recorded, { ...context, signal: aborting.signal })
  await ends()
  return asRecorded({ ...ending, call, executed: call }, end, returned())
}

/** Returns the end of a call whose paths did not become free in time, or had changed by then. */
function notStartedAsRecorded(call: AuthorizedCall, end: EndEvent, context: RunContext): Ending {
  const { decision } = end.result.meta
  const { voidedBy } = end
  const ending = notStarted(call, context, end.type === 'tool.denied' ? 'denied' : 'failed', recordedFailure(end))
  return {
    ...ending,
    ...(decision === undefined ? {} : { decision }),
    notes: { ...ending.notes, ...(voidedBy === undefined ? {} : { voidedBy }) },
  }
}

/** A call without an end: its process died, or it runs still. */
function parked(): Promise<never> {
  return new Promise(() => undefined)
}

interface Conclusion extends Pick<RecordedToolOptions, 'ring'> {
  readonly abort: () => void
}

/** Ends as the tool did: with its result, with its failure, or stopped with what it had by then. */
function conclude(end: EndEvent, { content, media }: RecordedReturn, { ring, abort }: Conclusion): unknown {
  const { code, data, forUser, meta } = end.result
  const parts = { content, ...(data === undefined ? {} : { data }) }
  const wasStopped = end.stoppedAt === 'running'
  if (code === undefined)
    return toolOutput({
      ...parts,
      ...defined({ forUser, media, meta: meta.toolMeta }),
    })
  if (code === 'timeout' && wasStopped) ring()
  if (code === 'aborted' && wasStopped) abort()
  // A late return of a tool is labelled by then; a thrown error is not.
  if (wasStopped && (end.labelled === true || content.length === 0)) return toolOutput(parts)
  throw new ToolFault({ ...recordedFailure(end), ...(typeof content === 'string' ? {} : { content }) })
}

/** Puts into the ending what only the record can say: a cut that cannot be made again. */
function asRecorded(
  ending: Ending,
  { result, added = [], spilled, labelled }: EndEvent,
  { isCut }: RecordedReturn,
): Ending {
  const { truncated, artifact } = result.meta
  if (!isCut || truncated === undefined) return ending
  return {
    ...ending,
    content: result.content.slice(0, result.content.length - added.length),
    truncated,
    ...defined({ artifact, spilled, labelled }),
  }
}
