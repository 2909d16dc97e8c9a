import type { Approver, AutomaticApprovals } from '../approval/approver.ts'
import type { ReceiptLedger } from '../approval/receipt-ledger.ts'
import type { ArtifactStore } from '../artifact/artifact-store.ts'
import type { TextLimit } from '../bound/cut-text.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import type { EventLog } from '../event/event-log.ts'
import type { Grants } from '../grant/create-grants.ts'
import type { Hooks } from '../hook/hook.ts'
import type { HookTime } from '../hook/run-hook.ts'
import { defaultJsonLimits, type JsonLimits } from '../json/index.ts'
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

export interface RunSettings {
  readonly argumentLimits: JsonLimits
  /** Of a call whose tool and input set none. Milliseconds. */
  readonly defaultTimeoutMs: number
  /** No tool and no input gets more. Milliseconds. */
  readonly maxTimeoutMs: number
  /** How long an aborted tool may take to settle by itself and hand over what it has. Milliseconds. */
  readonly abortGraceMs: number
  /** How long somebody who is asked has to answer. Milliseconds. */
  readonly approvalTimeoutMs: number
  /** How long the receipt of a detached run can be redeemed. Milliseconds. */
  readonly receiptTimeoutMs: number
  /** Whether approvers of the run without a person behind them may decide. */
  readonly automaticApprovals: AutomaticApprovals
  /** Of one run of a hook. Milliseconds. */
  readonly hookTimeoutMs: number
  /** Of all hooks of a turn together. Milliseconds. */
  readonly hookTotalMs: number
  /** Of the text that one result shows to a model; a tool may set its own. */
  readonly resultLimit: TextLimit
  /** Whether a caller that goes in circles is warned and its run ended. For models; a person's script may repeat itself. */
  readonly endsLoops: boolean
}

export const defaultRunSettings: RunSettings = {
  argumentLimits: defaultJsonLimits,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  abortGraceMs: 5_000,
  approvalTimeoutMs: 120_000,
  receiptTimeoutMs: 1_800_000,
  automaticApprovals: 'alone',
  hookTimeoutMs: 10_000,
  hookTotalMs: 30_000,
  resultLimit: { bytes: 50_000, lines: 2_000 },
  endsLoops: true,
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
  readonly approval: ApprovalPath
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
  readonly clock: Clock
  readonly ids: IdSource
  /** Aborted when the run is. */
  readonly signal: AbortSignal
  /** Ends the whole run, as a person's `abort` does. */
  abortRun(reason: string): void
}
