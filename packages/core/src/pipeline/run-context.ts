import type { Approver } from '../approval/approver.ts'
import type { askApprovers } from '../approval/ask-approvers.ts'
import type { PreviewCall } from '../approval/preview-call.ts'
import type { ReceiptLedger } from '../approval/receipt-ledger.ts'
import type { ArtifactStore } from '../artifact/artifact-store.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import type { EventLog } from '../event/event-log.ts'
import type { RunAborted, RunEndReason } from '../event/families/run-events.ts'
import type { Grants } from '../grant/create-grants.ts'
import type { Hooks } from '../hook/hook.ts'
import type { HookTime } from '../hook/run-hook.ts'
import type { Limiter } from '../limit/limiter.ts'
import type { LockTable } from '../lock/lock-table.ts'
import type { Machine } from '../machine/machine.ts'
import type { Authority } from '../policy/authority.ts'
import type { Principal } from '../principal/principal.ts'
import type { Snapshot } from '../registry/snapshot.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { TargetResolver } from '../target/target-resolver.ts'
import type { SessionState } from '../tool/session-state.ts'
import type { ApprovalPath } from './approval-path.ts'
import type { AuthorizedCall, TargetedCall } from './call.ts'
import type { Ending } from './ending.ts'
import type { RunJournal } from './run-journal.ts'
import type { RunSettings } from './run-settings.ts'

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
  readonly approval: ApprovalPath
  /** Without it no change is shown with a question. */
  readonly preview?: PreviewCall | undefined
  readonly grants: Grants
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
  /** Resolves when it is the turn of a call to be looked at. */
  enter(): void | Promise<void>
  /**
   * Resolves when it is known whether the call's turn ends it.
   * @param cancelling Aborted if it does.
   */
  admitted(cancelling: AbortSignal): void | Promise<void>
  /**
   * Says why its turn ends a call if an abort and a failed write meet.
   * @param reason The one that seems to have come first.
   */
  reasonFor(reason: 'aborted' | 'failed_write'): 'aborted' | 'failed_write'
}
