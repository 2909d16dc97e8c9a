import type { Principal } from '@drawbridge/core'
import type { CapabilityReport, FilteredNetwork, SandboxBackend } from '@drawbridge/sandbox'
import type { SandboxVerdict } from '@drawbridge/sandbox/machine'
import type { SandboxPlan } from './sandbox-plan.ts'

/** A run's sandbox and the data that it needs. */
export interface SandboxPlace {
  /** Equal for runs that share a sandbox. */
  readonly key: string
  /** The folder of this machine that is `/tmp` inside, if the backend provides none itself. */
  readonly temporary?: string
}

/** The sandboxes of one Drawbridge: what is planned for whom, what this machine can hold, and what is kept between calls. */
export interface Sandboxing extends AsyncDisposable {
  readonly backend: SandboxBackend
  readonly report: CapabilityReport
  planFor(agent: string | undefined): SandboxPlan
  verdictFor(agent: string | undefined): SandboxVerdict
  /** Returns the place for a caller's runs; creates its folder. */
  placeFor(principal: Principal, workspace: string): SandboxPlace
  /** The way to the proxy that lets these hosts through. Opened at its first use. */
  proxyFor(allow: readonly string[]): Promise<FilteredNetwork>
  /** Ends the sandboxes that belong to a session alone, and removes their files. */
  endSession(session: string): Promise<void>
  /** Removes sandboxes that were unused for a long time. Resolves to descriptions of the removed items. */
  prune(): Promise<readonly string[]>
}
