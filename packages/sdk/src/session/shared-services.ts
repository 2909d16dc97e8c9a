import type { InterruptedCall, Principal, RunOptions } from '@drawbridge/core'
import type { EventCatalogue, EventSink } from '@drawbridge/core/event'
import type { FlowEntry } from '@drawbridge/core/flow'
import type { SessionPolicy } from '@drawbridge/core/policy'
import type { ListedTool } from '@drawbridge/core/registry'
import type { SiteFor } from '../workspace/execution-site.ts'
import type { DialectOfRun } from './choose-dialect.ts'
import type { KnownRuns } from './run-ceilings.ts'
import type { RunEnds } from './run-ends.ts'

/** The services that all sessions of one Drawbridge share. */
export interface SharedServices extends RunServices, Pick<RunOptions, 'grantStore' | 'receipts' | 'preview'> {
  readonly policy: SessionPolicy
  /** The limits of open runs, which apply to the runs below them. */
  readonly runs: KnownRuns
  /** The work that waits for the ends of agents' runs. */
  readonly runEnds: RunEnds
  /** Overrides the place in which a caller's runs execute (sandbox). */
  readonly placeFor?: SiteFor | undefined
  /** The known event types. */
  readonly catalogue: EventCatalogue
  /** Told of every event of every session. */
  readonly sinks: readonly EventSink[]
  /** The services that a changed configuration replaces for runs that are opened afterwards. */
  readonly forNextRun?: (() => Partial<Pick<RunServices, 'hooks' | 'settings' | 'resolver' | 'machine'>>) | undefined
  /** Returns the names of tools of a caller's set that no model is shown. */
  readonly deferFrom?: ((tools: readonly ListedTool[], principal: Principal) => ReadonlySet<string>) | undefined
  /** Returns the dialect of sessions that name none. */
  readonly dialectFor: DialectOfRun
  /** Reads what entered a session, from its record. Absent if nothing is recorded. */
  readonly readFlow?: ((session: string) => AsyncIterable<FlowEntry>) | undefined
  readonly interruptedCalls: (session: string) => Promise<readonly InterruptedCall[]>
  /** Called once a session has ended, with all that it left running. */
  readonly endSandboxes?: ((session: string) => Promise<void>) | undefined
}

type RunServices = Required<
  Pick<
    RunOptions,
    | 'registry'
    | 'resolver'
    | 'machine'
    | 'approvers'
    | 'questioners'
    | 'hooks'
    | 'locks'
    | 'limiter'
    | 'artifacts'
    | 'recorder'
    | 'scrubber'
    | 'clock'
    | 'ids'
    | 'settings'
  >
>
