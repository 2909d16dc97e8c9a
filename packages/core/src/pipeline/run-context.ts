import type { Approver } from '../approval/approver.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import type { EventLog } from '../event/event-log.ts'
import type { Hooks } from '../hook/hook.ts'
import { defaultJsonLimits, type JsonLimits } from '../json/index.ts'
import type { Limiter } from '../limit/limiter.ts'
import type { LockTable } from '../lock/lock-table.ts'
import type { Machine } from '../machine/machine.ts'
import type { Authority } from '../policy/authority.ts'
import type { Principal } from '../principal/principal.ts'
import type { Snapshot } from '../registry/snapshot.ts'
import type { Scrubber } from '../result/scrubber.ts'
import type { TargetResolver } from '../target/target-resolver.ts'
import type { SessionState } from '../tool/session-state.ts'
import type { Ending } from './ending.ts'

export interface RunSettings {
  readonly argumentLimits: JsonLimits
  /** Of a call whose tool and input set none. Milliseconds. */
  readonly defaultTimeoutMs: number
  /** No tool and no input gets more. Milliseconds. */
  readonly maxTimeoutMs: number
  /** How long an aborted tool may take to settle by itself and hand over what it has. Milliseconds. */
  readonly abortGraceMs: number
  readonly approvalTimeoutMs: number
}

export const defaultRunSettings: RunSettings = {
  argumentLimits: defaultJsonLimits,
  defaultTimeoutMs: 120_000,
  maxTimeoutMs: 600_000,
  abortGraceMs: 5_000,
  approvalTimeoutMs: 120_000,
}

/** Cuts the content of an ending to what a model may see. */
export interface Bounder {
  bound(ending: Ending): Ending | Promise<Ending>
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
  readonly hooks: Hooks
  readonly limiter: Limiter
  readonly locks: LockTable
  readonly scrubber: Scrubber
  readonly bounder: Bounder
  readonly events: EventLog
  readonly clock: Clock
  readonly ids: IdSource
  /** Aborted when the run is. */
  readonly signal: AbortSignal
  /** Ends the whole run, as a person's `abort` does. */
  abortRun(reason: string): void
}
