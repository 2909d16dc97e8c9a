import type { ApprovalsSection, HookEntry, TelemetrySection, ToolsSection } from '@drawbridge/core/configuration'
import type { FlowSettings } from '@drawbridge/core/flow'
import type { LimitSettings } from '@drawbridge/core/limits'
import type { ArtifactFilesOptions } from '@drawbridge/store'
import type { StoreSection } from '@drawbridge/store/configuration'
import type { LoadedSection } from '../room/room-sections.ts'
import type { ServerAddresses } from '../scrub/scrub-options.ts'
import type { ConfigLayer } from './config-layer.ts'
import type { ShadowReading } from './read-shadow.ts'
import type { RunLimits } from './run-limits.ts'

/** All settings, checked for their shape and combined. Names of tools are checked later, by code that knows the tools. */
export interface Configuration {
  readonly layers: readonly ConfigLayer[]
  /** The dialect of sessions that name none. Undefined if the operator has not set it. */
  readonly dialect: ToolsSection['dialect']
  readonly limits: LimitSettings
  /** The limits of runs that are set: times, arguments and results. */
  readonly runLimits: RunLimits
  /** True if limits are counted in the database. Undefined if the operator has not set it. */
  readonly sharesLimits: boolean | undefined
  readonly approvals: ApprovalsSection
  readonly flow: FlowSettings
  readonly artifacts: Required<Pick<ArtifactFilesOptions, 'maxArtifactBytes' | 'maxSessionBytes' | 'retentionMs'>>
  /** Undefined if the operator's file does not set it. */
  readonly store: StoreSection | undefined
  readonly scrub: {
    readonly values: readonly string[]
    readonly patterns: readonly { readonly id: string; readonly pattern: string }[]
    readonly serverAddresses: ServerAddresses
  }
  readonly telemetry: TelemetrySection
  /** The policy that is compared with the one in force. Undefined if there is none. */
  readonly shadow?: ShadowReading | undefined
  /** The sections of rooms that the layers hold. */
  readonly sections: readonly LoadedSection[]
  /** Room sections by name, merged over their defaults. A room without a section in any file is absent. */
  readonly rooms: ReadonlyMap<string, unknown>
  /** In the order in which they run. */
  readonly hooks: readonly HookEntry[]
  /** Absolute. */
  readonly readRoots: readonly string[]
  readonly writeRoots: readonly string[]
}
