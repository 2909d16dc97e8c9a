import type { Approver } from '../approval/approver.ts'
import type { PreviewCall } from '../approval/preview-call.ts'
import type { ReceiptLedger } from '../approval/receipt-ledger.ts'
import type { ArtifactStore } from '../artifact/artifact-store.ts'
import type { Principal } from '../base/principal.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { EventLog } from '../event/event-log.ts'
import type { Recorder } from '../event/recorder.ts'
import type { FlowJournal, ReadEarlier } from '../flow/flow-journal.ts'
import type { GrantStore } from '../grant/create-grants.ts'
import type { Hooks } from '../hook/hook.ts'
import type { Limiter } from '../limit/limiter.ts'
import type { LockTable } from '../limit/lock-table.ts'
import type { Machine } from '../machine/machine.ts'
import type { RunSettings } from '../pipeline/run-context.ts'
import type { Authority } from '../policy/authority.ts'
import type { Questioner } from '../question/questioner.ts'
import type { Registry } from '../registry/create-registry.ts'
import type { SnapshotOptions } from '../registry/snapshot.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { TargetResolver } from '../target/target-resolver.ts'
import type { SessionState } from '../tool/session-state.ts'

/** The parts of a run. The default of each does nothing, asks no one and stores nothing. */
export interface RunOptions {
  readonly registry: Registry
  readonly principal: Principal
  /**
   * Id of the run that this goes on with, in place of the principal's: the next model request of the same agent run. It has the turns,
   * the aborts and the one end of that run, and the tools of now. One that the session does not know begins here.
   */
  readonly run?: string
  readonly dialect?: Dialect
  readonly hide?: SnapshotOptions['hide']
  readonly defer?: SnapshotOptions['defer']
  readonly resolver?: TargetResolver
  readonly machine?: Machine
  readonly authority?: Authority
  readonly approvers?: readonly Approver[]
  /** Carry the questions of tools to a person. Default: nobody can be asked. */
  readonly questioners?: readonly Questioner[]
  /** Shows what calls would change in files, for those who are asked. Default: nothing is shown. Never rejects. */
  readonly preview?: PreviewCall
  /** The store for `allow_always`; without one the answer is not offered. */
  readonly grantStore?: GrantStore
  /** Shared by all processes that may resume the same receipts. Default: in memory, one for the whole process. */
  readonly receipts?: ReceiptLedger
  readonly hooks?: Partial<Hooks>
  readonly limiter?: Limiter
  /** Shared by all runs on one machine. */
  readonly locks?: LockTable
  readonly scrubber?: Scrubber
  readonly artifacts?: ArtifactStore
  readonly recorder?: Recorder
  /** The event log of the session, if several runs share one; otherwise created from `recorder`. */
  readonly events?: EventLog
  readonly session?: SessionState
  /** The words and results that entered the session, if other runs share them. Default: kept with `session`. */
  readonly flowJournal?: FlowJournal
  /** Reads the words and results that entered the session before this process, if it goes on with one. */
  readonly earlier?: ReadEarlier
  readonly clock?: Clock
  readonly ids?: IdSource
  readonly settings?: Partial<RunSettings>
  /** Recorded with the run: what the composition root has to know to open it again, as plain JSON. */
  readonly setup?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
}
