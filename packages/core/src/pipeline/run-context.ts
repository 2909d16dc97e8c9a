import type { Approver } from '../approval/approver.ts'
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
import type { Ports } from './ports.ts'
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
  /** Of the turn; without it each call has its own. */
  readonly hookTime?: HookTime
  readonly limiter: Limiter
  readonly locks: LockTable
  readonly scrubber: Scrubber
  /** Where whole outputs go; without it what is cut is gone. */
  readonly artifacts: ArtifactStore | undefined
  readonly events: EventLog
  /** What of the run itself is recorded. */
  readonly journal: RunJournal
  /** Where a call meets the world. */
  readonly ports: Ports
  readonly clock: Clock
  readonly ids: IdSource
  /** Aborted when the run is. */
  readonly signal: AbortSignal
  /** Ends the whole run, as a person's `abort` does. @param by Default: whoever opened the run. */
  abortRun(reason: string, by?: RunAborted['by']): void
  /** Records that the run is over, once. It aborts nothing. */
  endRun(reason: RunEndReason): void
}
