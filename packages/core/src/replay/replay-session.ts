import type { ArtifactStore } from '../artifact/artifact-store.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { dialectNames, loadDialect } from '../dialect/load-dialect.ts'
import type { EventCatalogue } from '../event/event-catalogue.ts'
import { createFlowJournal, type FlowEntry, type FlowJournal } from '../flow/flow-journal.ts'
import type { SessionState } from '../tool/session-state.ts'
import { createEntrance } from './enter-call.ts'
import { type CallHistory, type History, type RunHistory, readHistory, type Slot } from './history.ts'
import { createLedger } from './ledger.ts'
import { createPendingWork } from './pending-work.ts'
import type { RecordedLine } from './recorded-line.ts'
import type { RestoreTargets } from './recorded-resolver.ts'
import type { ReplayReport } from './replay-report.ts'
import { openReplayRun, type ReplayRun, type RunOpening, type RunParts } from './replay-run.ts'
import { createTimeline } from './timeline.ts'
import { readWhole } from './whole-output.ts'

/** The recorded session, and the parts that replay it today. */
export interface ReplayOptions {
  /** The events of one session, in the order of its record. */
  readonly events: Iterable<RecordedLine> | AsyncIterable<RecordedLine>
  /** Returns the parts of a run today: its tools, policy and scrubber. */
  partsOf(opening: RunOpening): RunParts | Promise<RunParts>
  /** Reads full outputs of which the record has a part. Without it, cuts are taken from the record. */
  readonly artifacts?: Pick<ArtifactStore, 'find' | 'read'>
  /** Puts back what a record leaves out of targets. Default: nothing. */
  readonly restoreTargets?: RestoreTargets
  /** Reads what entered another session, by its key: that which a recorded one followed. Default: nothing. */
  readonly readFlow?: (session: string) => AsyncIterable<FlowEntry>
  /** The known event types. Default: those of this package. */
  readonly catalogue?: EventCatalogue
  /** The number of differences that the report shows. Default 20. */
  readonly differences?: number
}

/**
 * Runs the pipeline again on a recorded session and compares every event. Nothing is executed, asked, written or
 * dialled: the model's calls, results, answers, targets, clock and ids come from the record; everything else is
 * computed again.
 */
export async function replaySession(options: ReplayOptions): Promise<ReplayReport> {
  const { restoreTargets = (targets) => targets, artifacts, differences = 20 } = options
  const history = await readHistory(options.events, options.catalogue)
  const timeline = createTimeline(history.slots.length)
  const ledger = createLedger()
  const pending = createPendingWork()
  for (const [position, why] of history.taken) ledger.take(position, why)
  const heard = createFlowJournal()
  await takeFollowed(history, heard, options)
  // Loading it later would take turns of the event loop that nobody counts.
  if (history.slots.some(({ event }) => event.type === 'flow.judged')) await loadFlow()
  const runs = await openRuns(history, options, { timeline, ledger, pending, heard })
  const wholes = new Map<string, string>()
  const runOf = ({ run }: CallHistory) => runs.get(run)
  const entrance = createEntrance(runOf, { timeline, ledger, pending, restoreTargets, wholes })
  const entering = Map.groupBy(
    history.runs.flatMap(({ calls }) => calls),
    ({ entry }) => entry,
  )

  for (const slot of history.slots) {
    for (const call of entering.get(slot.position) ?? []) entrance.enter(call)
    // The one thing that a replay has to wait for: it is there before it is needed, and gone again after that.
    const whole = await readWhole(slot, artifacts)
    for (const { id, text } of whole) wholes.set(id, text)
    timeline.moveTo(slot.position)
    if (slot.event.type === 'session.heard') heard.hear(slot.event)
    if (isFromOutside(slot)) {
      // Pending inspections and starts get that far first.
      await pending.rest()
      actFromOutside(slot, runs)
    }
    await pending.rest()
    for (const { id } of whole) wholes.delete(id)
  }
  return ledger.report(history, differences)
}

/** Takes what had entered the sessions that the recorded one followed. */
async function takeFollowed({ runs }: History, heard: FlowJournal, { readFlow }: ReplayOptions): Promise<void> {
  if (readFlow === undefined) return
  const followed = new Set(runs.flatMap(({ opening }) => opening.event.setup?.follows ?? []))
  for (const session of followed) {
    for await (const entry of readFlow(String(session))) {
      if (entry.kind === 'heard') heard.hear(entry)
      else heard.enter(entry)
    }
  }
}

async function loadFlow(): Promise<void> {
  await Promise.all([import('../flow/judge-call.ts'), import('yaml')])
}

async function openRuns(
  { runs }: History,
  { partsOf }: ReplayOptions,
  shared: Omit<Parameters<typeof openReplayRun>[2], 'memories' | 'dialect'>,
): Promise<ReadonlyMap<RunHistory, ReplayRun>> {
  const memories = new Map<string, SessionState>()
  const opened = new Map<RunHistory, ReplayRun>()
  for (const run of runs) {
    const dialect = await dialectOf(run.opening.event)
    opened.set(run, openReplayRun(run, await partsOf(run.opening.event), { ...shared, memories, dialect }))
  }
  return opened
}

async function dialectOf({ dialect }: RunOpening): Promise<Dialect | undefined> {
  const name = dialectNames.find((known) => known === dialect)
  return name && loadDialect(name)
}

/** Returns true if the event came from outside the pipeline, so that no part of it can cause it. */
function isFromOutside({ event }: Slot): boolean {
  return (
    event.type === 'turn.aborted' ||
    event.type === 'run.ended' ||
    (event.type === 'run.aborted' && event.by === undefined)
  )
}

function actFromOutside({ event, position }: Slot, runs: ReadonlyMap<RunHistory, ReplayRun>): void {
  for (const [{ slots }, { context, abortTurn }] of runs) {
    if (!slots.some((slot) => slot.position === position)) continue
    if (event.type === 'turn.aborted') abortTurn(event.turn)
    if (event.type === 'run.aborted') context.abortRun(event.reason)
    if (event.type === 'run.ended') context.endRun(event.reason)
  }
}
