import { noteEvent } from '../pipeline/note-event.ts'
import type { RunContext, RunJournal } from '../pipeline/run-context.ts'
import type { Snapshot } from '../registry/snapshot.ts'
import { toolsFingerprint } from '../registry/tools-fingerprint.ts'
import type { SessionKey, SessionState } from '../tool/session-state.ts'

/** The state shared by the model requests of one run, which may have different tools. */
export interface SharedRun {
  readonly controller: AbortController
  readonly journal: RunJournal
  /** The tools of its latest request. */
  snapshot: Snapshot | undefined
  /** The signals that abort it, each with the function that no longer listens to it. */
  readonly followed: Map<AbortSignal, () => void>
}

/** The number of runs of a session that can be continued. */
const mostRuns = 1_000

const runsOfSession: SessionKey<Map<string, SharedRun>> = { name: 'runs that can go on', create: () => new Map() }

/** The run of this id that goes on, or a new one. */
export function shareRun(session: SessionState, id: string, goesOn: boolean): SharedRun {
  const runs = session.use(runsOfSession)
  const known = goesOn ? runs.get(id) : undefined
  if (known !== undefined) return known
  const controller = new AbortController()
  const shared: SharedRun = {
    controller,
    journal: { turns: 0, opening: undefined, hasEnded: false, traces: [], refusedUntil: new Map() },
    snapshot: undefined,
    followed: new Map(),
  }
  runs.set(id, shared)
  const [oldest] = runs.keys()
  if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest)
  return shared
}

/** Lets a signal abort a run, however many of its requests name it, until the run ends. */
export function followCaller({ followed }: SharedRun, signal: AbortSignal | undefined, abort: () => void): void {
  if (signal === undefined || followed.has(signal)) return
  if (signal.aborted) {
    abort()
    return
  }
  signal.addEventListener('abort', abort, { once: true })
  followed.set(signal, () => signal.removeEventListener('abort', abort))
}

/** Listens to no signal for a run that has ended: what a signal keeps lives as long as the signal. */
export function forgetCallers({ followed }: SharedRun): void {
  for (const forget of followed.values()) forget()
  followed.clear()
}

/** Records in which tools the latest request of a run differs from the one before. */
export function noteTools(shared: SharedRun, context: RunContext): void {
  const { snapshot: before } = shared
  const { snapshot: now } = context
  shared.snapshot = now
  // The opening of a run that has called nothing yet names the tools of its latest request.
  if (before === undefined || before === now || shared.journal.opening !== undefined) return
  if (now.tools.length === before.tools.length && now.tools.every((tool, index) => tool === before.tools[index])) return
  const tools = toolsFingerprint(now.tools)
  if (tools === toolsFingerprint(before.tools)) return
  const [old, added] = [namesOf(before), namesOf(now)]
  noteEvent({ type: 'run.tools_changed', tools, added: without(added, old), removed: without(old, added) }, context)
}

function namesOf({ tools }: Snapshot): ReadonlySet<string> {
  return new Set(tools.map(({ name }) => name))
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !others.has(name)).sort()
}
