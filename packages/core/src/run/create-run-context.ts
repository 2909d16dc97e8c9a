import { askApprovers } from '../approval/ask-approvers.ts'
import { processLedger } from '../approval/receipt-ledger.ts'
import { createSystemIdSource, systemClock } from '../clock/system-sources.ts'
import { safeDialect } from '../dialect/plain-dialects.ts'
import { createEventLog } from '../event/event-log.ts'
import type { RunStarted } from '../event/families/run-events.ts'
import { noRecorder } from '../event/recorder.ts'
import { flowJournal } from '../flow/flow-journal.ts'
import { createGrants, sessionGrants } from '../grant/create-grants.ts'
import { noHooks } from '../hook/hook.ts'
import { runHook } from '../hook/run-hook.ts'
import { arrivalOrder } from '../limit/arrival-order.ts'
import { unlimited } from '../limit/limiter.ts'
import { createLockTable } from '../limit/lock-table.ts'
import { identityOnlyResolver, noMachine } from '../machine/no-machine.ts'
import { digestOfCall } from '../pipeline/approve/request-approval.ts'
import { execute } from '../pipeline/gates/execute.ts'
import { hookLimits, noteHookFailure } from '../pipeline/gates/hooks.ts'
import { noteEvent } from '../pipeline/note-event.ts'
import { defaultRunSettings, type Ports, type RunContext } from '../pipeline/run-context.ts'
import { builtInAuthority } from '../policy/built-in-policy.ts'
import { createSnapshot } from '../registry/snapshot.ts'
import { toolsFingerprint } from '../registry/tools-fingerprint.ts'
import { createScrubber } from '../scrub/index.ts'
import { createSessionState, type SessionKey } from '../tool/session-state.ts'
import type { RunOptions } from './run-options.ts'
import { followCaller, forgetCallers, noteTools, shareRun } from './runs-of-session.ts'

/** Fills in what the options leave out. */
export function createRunContext(options: RunOptions, mode: 'attached' | 'detached' = 'attached'): RunContext {
  const { registry, clock = systemClock, scrubber = createScrubber() } = options
  const principal = options.run === undefined ? options.principal : { ...options.principal, run: options.run }
  const session = options.session ?? createSessionState()
  const shared = shareRun(session, principal.run, options.run !== undefined)
  const { controller, journal } = shared
  const events =
    options.events ??
    createEventLog({ session: principal.session, clock, scrubber, recorder: options.recorder ?? noRecorder })
  const abortRun: RunContext['abortRun'] = (reason, by) => {
    if (controller.signal.aborted) return
    controller.abort(new DOMException(reason, 'AbortError'))
    noteEvent({ type: 'run.aborted', reason, ...(by === undefined ? {} : { by }) }, { events, principal })
  }
  const endRun: RunContext['endRun'] = (reason) => {
    // A run without calls is in no record.
    const isRecorded = !journal.hasEnded && journal.opening === undefined
    journal.hasEnded = true
    if (isRecorded) noteEvent({ type: 'run.ended', reason }, { events, principal })
    forgetCallers(shared)
  }
  followCaller(shared, options.signal, () => abortRun('aborted by the caller'))
  const ids = options.ids ?? createSystemIdSource()
  const flow = options.flowJournal ?? session.use(flowJournal)
  if (options.earlier !== undefined) flow.resume(options.earlier)
  const context: RunContext = {
    snapshot: createSnapshot(registry, {
      dialect: options.dialect ?? safeDialect,
      ...(options.hide === undefined ? {} : { hide: options.hide }),
      ...(options.defer === undefined ? {} : { defer: options.defer }),
      before: shared.snapshot,
    }),
    principal,
    settings: { ...defaultRunSettings, ...options.settings },
    session,
    resolver: options.resolver ?? identityOnlyResolver,
    machine: options.machine ?? noMachine,
    authority: options.authority ?? builtInAuthority,
    approvers: options.approvers ?? [],
    questioners: options.questioners ?? [],
    approval: { mode },
    preview: options.preview,
    grants: createGrants({ session: session.use(sessionGrants), store: options.grantStore, clock, ids }),
    flow,
    receipts: options.receipts ?? processLedger,
    hooks: { ...noHooks, ...options.hooks },
    limiter: options.limiter ?? unlimited,
    ports: livePorts,
    locks: options.locks ?? createLockTable(),
    scrubber,
    artifacts: options.artifacts,
    events,
    clock,
    ids,
    signal: controller.signal,
    journal,
    abortRun,
    endRun,
  }
  const isNew = shared.snapshot === undefined
  noteTools(shared, context)
  if (isNew || journal.opening !== undefined) journal.opening = () => openingOf(context, options)
  startSession(context)
  return context
}

const started: SessionKey<{ isStarted: boolean }> = { name: 'session start', create: () => ({ isStarted: false }) }

/** Runs the SessionStart hooks with the first run of a session, in order. Nothing waits for them. */
function startSession(context: RunContext): void {
  if (context.hooks.sessionStart.length === 0) return
  const session = context.session.use(started)
  if (session.isStarted) return
  session.isStarted = true
  void runAll(context)
}

async function runAll(context: RunContext): Promise<void> {
  const limits = hookLimits(context, { spentMs: 0 })
  for (const hook of context.hooks.sessionStart) {
    try {
      await runHook((signal) => hook.run(context.principal, signal), limits(hook))
    } catch (error) {
      noteHookFailure({ hook: hook.name, event: 'SessionStart' }, error, context)
    }
  }
}

/** The run that was the first to call anything with this state. */
const firstRun: SessionKey<{ run: string | undefined }> = { name: 'first run', create: () => ({ run: undefined }) }

/** Records of versions without information flow have none, so one in which it is off has none either. */
function recordedSettings({ flow, ...settings }: RunContext['settings']): RunStarted['settings'] {
  return flow.mode === 'off' ? settings : { ...settings, flow }
}

/** Returns the record of how a run was opened. */
function openingOf(context: RunContext, { dialect = safeDialect, setup }: RunOptions): RunStarted {
  const { principal, approval, settings, snapshot, grants, session, machine, hooks } = context
  const first = session.use(firstRun)
  first.run ??= principal.run
  return {
    type: 'run.started',
    format: 2,
    principal,
    dialect: dialect.name,
    ...(approval.mode === 'detached' ? { detached: true } : {}),
    settings: recordedSettings(settings),
    workspace: machine.workspace,
    ...(hooks.preToolUse.some(({ trusted }) => trusted === true) ? { hasRewritingHooks: true } : {}),
    tools: toolsFingerprint([...snapshot.tools, ...snapshot.deferred]),
    lastingGrants: grants.lasting,
    memoryOf: first.run,
    ...(setup === undefined ? {} : { setup }),
  }
}

/** The world itself. */
const livePorts: Ports = {
  ask: askApprovers,
  digest: digestOfCall,
  execute,
  hookSignal: (signal) => signal,
  arrive: (session) => session.use(arrivalOrder).enter(),
  enter: () => undefined,
  admitted: () => false,
  reasonFor: (reason) => reason,
}
