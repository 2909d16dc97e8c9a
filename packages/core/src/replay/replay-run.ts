import type { Dialect } from '../dialect/dialect.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { FlowJournal } from '../flow/flow-journal.ts'
import { createMemoryGrantStore } from '../grant/create-grants.ts'
import { noMachine } from '../machine/no-machine.ts'
import { noteEvent } from '../pipeline/note-event.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import type { Authority } from '../policy/authority.ts'
import { createRunContext } from '../run/create-run-context.ts'
import type { RunOptions } from '../run/run-options.ts'
import { createScrubber } from '../scrub/index.ts'
import { createSessionState, type SessionState } from '../tool/session-state.ts'
import { countToolWork } from './count-tool-work.ts'
import { type Cursor, createRunCursor } from './cursor.ts'
import type { RunHistory } from './history.ts'
import type { Ledger } from './ledger.ts'
import type { PendingWork } from './pending-work.ts'
import { createRecordedClock } from './recorded-clock.ts'
import { silentRewriter } from './recorded-hooks.ts'
import { createRecordedIds } from './recorded-ids.ts'
import { createReplayLog } from './replay-log.ts'
import type { Timeline } from './timeline.ts'

/** The parts of a run that are today's and not the recorded ones: a replay tests these. */
export type RunParts = Pick<RunOptions, 'registry' | 'authority' | 'hide' | 'dialect' | 'scrubber' | 'settings'>

/** The way in which a recorded run was opened. */
export type RunOpening = Extract<DrawbridgeEvent, { readonly type: 'run.started' }>

/** A run that is opened again. */
export interface ReplayRun {
  readonly context: RunContext
  /** Over the run's own events. */
  readonly cursor: Cursor
  /** Returns the signal of one turn; of the run itself without a turn. */
  turnSignal(turn: number | undefined): AbortSignal
  /** Ends what goes on in a turn, as one does who stops reading it. */
  abortTurn(turn: number): void
}

/**
 * Returns a policy as it is when the replay begins: looking for changes would take time that nobody counts. The verdict of a shadow
 * policy is taken from the record.
 */
function atRest({ shadow: _, refresh: __, ...authority }: Authority): Authority {
  return authority
}

/**
 * @param memories What runs remember of their sessions, by the run with which that began.
 * @param dialect The recorded one; undefined if it is not built in.
 */
export function openReplayRun(
  history: RunHistory,
  parts: RunParts,
  {
    timeline,
    ledger,
    pending,
    memories,
    heard,
    dialect,
  }: {
    readonly timeline: Timeline
    readonly ledger: Ledger
    readonly pending: PendingWork
    readonly memories: Map<string, SessionState>
    /** The words and results that entered the session, which outlive its processes. */
    readonly heard: FlowJournal
    readonly dialect: Dialect | undefined
  },
): ReplayRun {
  const { principal, settings, detached, lastingGrants, memoryOf, workspace, setup, hasRewritingHooks } =
    history.opening.event
  const cursor = createRunCursor(history.slots)
  const session = (memoryOf === history.opening.event.run ? undefined : memories.get(memoryOf)) ?? createSessionState()
  memories.set(memoryOf, session)
  const { scrubber = createScrubber() } = parts
  const options: RunOptions = {
    ...(dialect === undefined ? {} : { dialect }),
    ...parts,
    ...(settings.flow === undefined ? { settings: { ...parts.settings, flow: { mode: 'off' } } } : {}),
    ...(parts.authority === undefined ? {} : { authority: atRest(parts.authority) }),
    scrubber,
    principal,
    session,
    flowJournal: heard,
    machine: { ...noMachine, workspace },
    clock: createRecordedClock(cursor, 0),
    ids: createRecordedIds('', cursor),
    events: createReplayLog({ session: principal.session, run: cursor, timeline, ledger, scrubber }),
    ...(lastingGrants ? { grantStore: createMemoryGrantStore() } : {}),
    ...(hasRewritingHooks === true ? { hooks: { preToolUse: [silentRewriter] } } : {}),
    ...(setup === undefined ? {} : { setup }),
  }
  const opened = createRunContext(options, detached === true ? 'detached' : 'attached')
  const context: RunContext = { ...opened, snapshot: countToolWork(opened.snapshot, pending) }
  const turns = new Map<number, AbortController>()
  const turnOf = (turn: number): AbortController => {
    const controller = turns.get(turn) ?? new AbortController()
    turns.set(turn, controller)
    return controller
  }
  return {
    context,
    cursor,
    turnSignal: (turn) =>
      turn === undefined ? context.signal : AbortSignal.any([context.signal, turnOf(turn).signal]),
    abortTurn: (turn) => {
      turnOf(turn).abort()
      noteEvent({ type: 'turn.aborted', turn }, context)
    },
  }
}
