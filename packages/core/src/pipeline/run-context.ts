import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { Approver, AutomaticApprovals } from '../approval/approver.ts'
import type { askApprovers } from '../approval/ask-approvers.ts'
import type { PreviewCall } from '../approval/preview-call.ts'
import type { ReceiptLedger } from '../approval/receipt-ledger.ts'
import type { ArtifactStore } from '../artifact/artifact-store.ts'
import type { Principal } from '../base/principal.ts'
import type { TextLimit } from '../bound/cut-text.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import type { EventLog } from '../event/event-log.ts'
import type { RunAborted, RunEndReason, RunStarted } from '../event/families/run-events.ts'
import type { FlowJournal } from '../flow/flow-journal.ts'
import type { FlowSettings } from '../flow/sink.ts'
import type { Grants } from '../grant/create-grants.ts'
import type { Hooks } from '../hook/hook.ts'
import type { HookTime } from '../hook/run-hook.ts'
import { defaultJsonLimits, type JsonLimits } from '../json/index.ts'
import type { Arrival } from '../limit/arrival-order.ts'
import type { Limiter } from '../limit/limiter.ts'
import type { LockTable } from '../limit/lock-table.ts'
import type { Machine } from '../machine/machine.ts'
import type { Authority } from '../policy/authority.ts'
import type { Questioner } from '../question/questioner.ts'
import type { Snapshot } from '../registry/snapshot.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { TargetResolver } from '../target/target-resolver.ts'
import type { CallerClient } from '../tool/caller-client.ts'
import type { SessionState } from '../tool/session-state.ts'
import type { AuthorizedCall, TargetedCall } from './call.ts'
import type { Ending } from './ending.ts'

/** The settings of a run: its time limits, and what a model sees of results. */
export interface RunSettings {
  readonly argumentLimits: JsonLimits
  /** The default time limit of a call, in milliseconds. */
  readonly defaultTimeoutMs: number
  /** The default time limit of a command line, in milliseconds. */
  readonly commandTimeoutMs: number
  /** The largest time limit that a tool or an input can get, in milliseconds. */
  readonly maxTimeoutMs: number
  /** The time for an aborted tool to settle on its own and return its partial result, in milliseconds. */
  readonly abortGraceMs: number
  /** The time for a person to answer, in milliseconds. */
  readonly approvalTimeoutMs: number
  /** The time for which the receipt of a detached run can be redeemed, in milliseconds. */
  readonly receiptTimeoutMs: number
  /** The cases in which automatic approvers of the run may decide. */
  readonly automaticApprovals: AutomaticApprovals
  /** The time limit of one run of a hook, in milliseconds. */
  readonly hookTimeoutMs: number
  /** The time limit of all hooks of a turn together, in milliseconds. */
  readonly hookTotalMs: number
  /** The maximum text of one result that a model sees; a tool may set its own. */
  readonly resultLimit: TextLimit
  /** True if a caller that repeats itself is warned and then stopped. For models; a person's script may repeat itself. */
  readonly endsLoops: boolean
  /** The thing that a loop ends: the run or, in a run that serves many tasks such as an MCP client's, the repeated call. */
  readonly loopEnds: 'run' | 'call'
  /** The settings of information flow. */
  readonly flow: FlowSettings
}

/** The settings of a run for which nothing else is set. */
export const defaultRunSettings: RunSettings = {
  argumentLimits: defaultJsonLimits,
  defaultTimeoutMs: 120_000,
  commandTimeoutMs: 60_000,
  maxTimeoutMs: 600_000,
  abortGraceMs: 5_000,
  approvalTimeoutMs: 120_000,
  receiptTimeoutMs: 1_800_000,
  automaticApprovals: 'alone',
  hookTimeoutMs: 10_000,
  hookTotalMs: 30_000,
  resultLimit: { bytes: 50_000, lines: 2_000 },
  endsLoops: true,
  loopEnds: 'run',
  flow: { mode: 'watch' },
}

/** The way in which a run gets an approval: it waits for one, returns receipts for them, or continues with one that was given. */
export type ApprovalPath =
  | { readonly mode: 'attached' }
  | { readonly mode: 'detached' }
  | {
      readonly mode: 'resumed'
      readonly request: ApprovalRequest
      readonly decision: ApprovalDecision
      /** The approver's id. */
      readonly approver: string
    }

/** One call with its result, for comparison alone. */
export interface CallTrace {
  /** Tool and input, as one text. */
  readonly call: string
  /** The result as shown to the model. */
  readonly result: string
  /** True if it changed something: files may then be read again with good reason. */
  readonly changes: boolean
}

/** The state that all calls of a run share: of its record, and of its loop guard. */
export interface RunJournal {
  /** Says how the run was opened; undefined once that is recorded. */
  opening: (() => RunStarted) | undefined
  /** True once it has ended: it ends only once. */
  hasEnded: boolean
  /** Model turns so far. */
  turns: number
  /** For the loop guard: the latest calls, and until when each repeated one is refused. */
  traces: readonly CallTrace[]
  readonly refusedUntil: Map<string, number>
}

/** Everything the stages may use. They get it passed in, so a test decides all of it. */
export interface RunContext {
  readonly snapshot: Snapshot
  readonly principal: Principal
  readonly settings: RunSettings
  readonly session: SessionState
  readonly resolver: TargetResolver
  readonly machine: Machine
  readonly authority: Authority
  readonly approvers: readonly Approver[]
  /** Those who carry a tool's questions to a person. */
  readonly questioners: readonly Questioner[]
  /** The program that sent the call. */
  readonly client?: CallerClient | undefined
  readonly approval: ApprovalPath
  /** Without it no change is shown with a question. */
  readonly preview?: PreviewCall | undefined
  readonly grants: Grants
  /** The words and results that entered the session. */
  readonly flow: FlowJournal
  readonly receipts: ReceiptLedger
  readonly hooks: Hooks
  /** The time of the turn's hooks; without it each call has its own. */
  readonly hookTime?: HookTime
  readonly limiter: Limiter
  readonly locks: LockTable
  readonly scrubber: Scrubber
  /** The store of full outputs; without it truncated text is lost. */
  readonly artifacts: ArtifactStore | undefined
  readonly events: EventLog
  /** The recorded facts of the run itself. */
  readonly journal: RunJournal
  /** The call's interfaces to the outside. */
  readonly ports: Ports
  readonly clock: Clock
  readonly ids: IdSource
  /** Aborted when the run is. */
  readonly signal: AbortSignal
  /**
   * Ends the whole run, like a person's `abort`.
   * @param by Default: the code that opened the run.
   */
  abortRun(reason: string, by?: RunAborted['by']): void
  /** Records that the run is over, once. It aborts nothing. */
  endRun(reason: RunEndReason): void
}

/**
 * A call's interfaces to the outside besides the services of its run. A replay implements each of them from the record.
 */
export interface Ports {
  /** Asks people and other approvers. */
  readonly ask: typeof askApprovers
  /** Computes the machine's word on all that a call would do. */
  digest(call: TargetedCall, context: RunContext): Promise<string>
  /** Runs the tool. */
  execute(call: AuthorizedCall, context: RunContext): Ending | Promise<Ending>
  /**
   * Returns what hooks hear of aborts.
   * @param signal Of their call.
   */
  hookSignal(signal: AbortSignal): AbortSignal
  /** Gives a call that belongs to no turn its place in the order of arrival. A replay has the order of the record. */
  arrive(session: SessionState): Arrival | undefined
  /** Resolves when it is the call's turn to be inspected. */
  enter(): void | Promise<void>
  /**
   * Resolves when it is known whether the call's turn ends it; to true if the record says so, whatever became of the admission.
   * @param ending Returns a signal that is aborted if it may. One is made only for a replay, which waits for it.
   */
  admitted(ending: () => AbortSignal): boolean | Promise<boolean>
  /**
   * Says why its turn ends a call if an abort and a failed write meet.
   * @param reason The one that seems to have come first.
   */
  reasonFor(reason: 'aborted' | 'failed_write'): 'aborted' | 'failed_write'
}
