import type { ApprovalRequest } from '../approval/approval-request.ts'
import { defined } from '../base/defined.ts'
import { type DrawbridgeEvent, type DrawbridgeEventBody, isEndEvent } from '../event/drawbridge-event.ts'
import type { FlowJournal } from '../flow/flow-journal.ts'
import { createGrants, createMemoryGrantStore, type GrantStore, sessionGrants } from '../grant/create-grants.ts'
import type { Grant } from '../grant/grant.ts'
import { noMachine } from '../machine/no-machine.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { createCursor } from './cursor.ts'
import type { CallHistory, Slot } from './history.ts'
import type { Ledger } from './ledger.ts'
import type { PendingWork } from './pending-work.ts'
import { askRecord } from './recorded-asking.ts'
import { createRecordedClock } from './recorded-clock.ts'
import { createRecordedDigest } from './recorded-digest.ts'
import { brokenBy } from './recorded-failure.ts'
import { createRecordedHooks } from './recorded-hooks.ts'
import { createRecordedIds } from './recorded-ids.ts'
import { createRecordedLimiter } from './recorded-limiter.ts'
import { createRecordedResolver, type RestoreTargets } from './recorded-resolver.ts'
import { executeRecorded } from './recorded-tool.ts'
import { createReplayLog } from './replay-log.ts'
import type { ReplayRun } from './replay-run.ts'
import type { Timeline } from './timeline.ts'
import { recordingArtifacts } from './whole-output.ts'

export interface CallContextOptions {
  readonly timeline: Timeline
  readonly ledger: Ledger
  readonly pending: PendingWork
  readonly restoreTargets: RestoreTargets
  /** Whole outputs by artifact, as far as they are at hand. */
  readonly wholes: ReadonlyMap<string, string>
}

/** The context of one call in a replay: its run's, with the record in place of everything that the call would meet outside. */
export function createCallContext(history: CallHistory, run: ReplayRun, options: CallContextOptions): RunContext {
  const { timeline, ledger, pending, restoreTargets, wholes } = options
  const { slots, end, toolCallId } = history
  const { context: shared, cursor: runCursor } = run
  const { session, settings, scrubber, principal, approval } = shared
  const cursor = createCursor(slots)
  const waitMs = approval.mode === 'detached' ? settings.receiptTimeoutMs : settings.approvalTimeoutMs
  const clock = createRecordedClock(cursor, waitMs)
  const ids = createRecordedIds(toolCallId, cursor)
  const mayGoOn = () => (cursor.hasDiverged ? Promise.resolve() : waitFor(cursor.upcoming))
  const waitFor = (next: Slot | undefined): Promise<void> => {
    // Its end waits itself, and must not come later than that of a neighbour which was to stop it.
    if (next !== undefined && isEndEvent(next.event)) return Promise.resolve()
    // A call that was about to start when its turn was aborted started all the same.
    const position =
      next?.event.type === 'tool.started' ? Math.min(next.position, history.abort ?? next.position) : next?.position
    return timeline.reach(position)
  }
  const request = slots.flatMap(({ event }) => (event.type === 'permission.requested' ? [event.request] : []))[0]

  const context: RunContext = {
    ...shared,
    // An abort reaches a call through its record alone.
    signal: unheard,
    resolver: createRecordedResolver(history, restoreTargets),
    machine: {
      ...noMachine,
      workspace: shared.machine.workspace,
      ...(request === undefined ? {} : { environmentNames: request.environment }),
    },
    limiter: createRecordedLimiter(history, cursor, mayGoOn),
    hooks: createRecordedHooks(history),
    grants: createGrants({
      session: session.use(sessionGrants),
      store: history.run.opening.event.lastingGrants ? createRecordedGrantStore(history) : undefined,
      clock,
      ids,
    }),
    flow: enteringAfter(shared.flow, () => timeline.reach(slots.find(({ event }) => isEndEvent(event))?.position)),
    receipts: { claim: () => end?.voidedBy !== 'redeemed' },
    artifacts: recordingArtifacts(end),
    clock,
    ids,
    events: createReplayLog({
      session: principal.session,
      call: cursor,
      breaksOff: end === undefined,
      effect: history.effect,
      run: runCursor,
      timeline,
      ledger,
      scrubber,
      amend: asFarAsRecorded,
      check: (body) => failAsRecorded(body, history),
    }),
    ports: {
      arrive: () => undefined,
      hookSignal: () => unheard,
      enter: () => timeline.reach(history.entry),
      admitted: (ending) => (end?.stoppedAt === 'by_turn' ? aborted(ending()) : false),
      reasonFor: (reason) => {
        if (history.abort === undefined) return reason
        return end?.result.code === 'aborted' ? 'aborted' : 'failed_write'
      },
      ask: (asked, asking) => askRecord(asked, asking, { cursor, timeline, pending }),
      digest: createRecordedDigest(history),
      execute: (call) =>
        executeRecorded(call, context, {
          end,
          cursor,
          timeline,
          ring: clock.ring,
          whole: () => wholes.get(end?.result.meta.artifact ?? ''),
        }),
    },
  }
  return context
}

/** Never aborted. */
const unheard = new AbortController().signal

/** Resolves to true once the signal is aborted. */
function aborted(signal: AbortSignal): Promise<true> {
  if (signal.aborted) return Promise.resolve(true)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(true), { once: true }))
}

/**
 * Values that were redacted before the record was written cannot be found again: the recorded counts are kept, and new
 * findings are added. Durations, the author and words of an abort, and the data received by then come only from the
 * record.
 */
function asFarAsRecorded(event: DrawbridgeEvent, recorded: DrawbridgeEvent): DrawbridgeEvent {
  if (event.type === 'run.started' && recorded.type === 'run.started') {
    // A setting added by a later version is not a difference.
    const known = Object.entries(event.settings).filter(([name]) => Object.hasOwn(recorded.settings, name))
    return { ...event, settings: Object.fromEntries(known) }
  }
  if (event.type === 'permission.requested' && recorded.type === 'permission.requested')
    return { ...event, request: requestAsRecorded(event.request, recorded.request) }
  if (!isEndEvent(event) || !isEndEvent(recorded)) return event
  const redactions: Record<string, number> = { ...recorded.result.meta.redactions }
  for (const [rule, count] of Object.entries(event.result.meta.redactions))
    redactions[rule] = (redactions[rule] ?? 0) + count
  const { timings: _, ...made } = event
  const { abortReason: __, partial: ___, ...result } = event.result
  const { abortReason, partial } = recorded.result
  return {
    ...made,
    ...(recorded.timings === undefined ? {} : { timings: recorded.timings }),
    result: {
      ...result,
      ...defined({ abortReason, partial }),
      meta: { ...result.meta, redactions },
    },
  }
}

/**
 * Extra information shown with the question depends on files and answers of that time, and earlier versions kept less
 * of it. The parts of a call follow from its targets alone unless it runs a command, whose scripts were read from the disk.
 */
function requestAsRecorded(request: ApprovalRequest, recorded: ApprovalRequest): ApprovalRequest {
  const parts = ['parts', 'totals', 'complete']
  const runsCommand = request.targets.some(({ kind }) => kind === 'command')
  const shown = ['preview', 'earlier', 'askedAt', ...(runsCommand ? parts : [])]
  const later = [...shown, ...parts, 'asked', 'withheld', 'waitsUntil', 'answerableUntil']
  const same = Object.entries(request).filter(
    ([name]) => !shown.includes(name) && (!later.includes(name) || Object.hasOwn(recorded, name)),
  )
  const taken = Object.entries(recorded).filter(([name]) => shown.includes(name))
  return Object.fromEntries([...same, ...taken]) as unknown as ApprovalRequest
}

/** Fails to record the start of a call, or its request for approval, if that failed in the record. */
function failAsRecorded({ type }: DrawbridgeEventBody, { slots, end }: CallHistory): void {
  if (end?.result.code !== 'store_unavailable' || slots.some(({ event }) => event.type === type)) return
  const broke = type.startsWith('permission.') ? brokenBy(end) : undefined
  if (broke !== undefined) throw broke
  if (type !== 'tool.started') return
  throw new Error(end.cause?.at === 'start' ? end.cause.reason : 'the record says so')
}

/** The operator's grants as far as the record shows them: the one that let this call pass, and the one that it saved. */
function createRecordedGrantStore({ slots, end }: CallHistory): GrantStore {
  const used = slots.flatMap(({ event }) => (event.type === 'tool.started' ? [event.decision.grant] : []))
  const lasting = [...used, end?.result.meta.decision?.grant].find((grant) => grant !== undefined && isLasting(grant))
  const saved = slots.flatMap(({ event }) => (event.type === 'permission.granted' ? [event.grant] : [])).find(isLasting)
  const { grantedAt = 0, expiresAt } = saved ?? {}
  const lifetime = expiresAt === undefined ? {} : { lifetimeMs: expiresAt - grantedAt }
  return {
    ...createMemoryGrantStore(),
    ...lifetime,
    grantsOf: () => (lasting === undefined ? [] : [lasting]),
    save: () => {
      if (saved === undefined) throw new Error('the record holds no such grant')
    },
  }
}

function isLasting({ owner }: Grant): boolean {
  return owner.session === undefined
}

/** A journal that takes a call's result when the record says that it left: a replayed tool returns at once. */
function enteringAfter(journal: FlowJournal, hasLeft: () => Promise<void>): FlowJournal {
  return {
    after: journal.after,
    get oldest() {
      return journal.oldest
    },
    get isTainted() {
      return journal.isTainted
    },
    get isCut() {
      return journal.isCut
    },
    get worked() {
      return journal.worked
    },
    set worked(worked) {
      journal.worked = worked
    },
    get earlier() {
      return journal.earlier
    },
    resume: journal.resume,
    hear: journal.hear,
    takeEarlier: journal.takeEarlier,
    enter: (result) => void hasLeft().then(() => journal.enter(result)),
  }
}
