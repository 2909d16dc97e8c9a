import type { Principal, RunOptions } from '@drawbridge/core'
import type { Machine } from '@drawbridge/core/machine'
import type { TargetResolver } from '@drawbridge/core/target'

/** A folder to work in: who judges paths in it, and who opens them. */
export interface ExecutionSite {
  readonly resolver: TargetResolver
  readonly machine: Machine
}

/** Returns the place of a caller's runs; undefined for the default place. `setup` is recorded with the run. */
export type SiteFor = (principal: Principal, options: { readonly readsOnly: boolean }) => OtherSite | undefined

export interface OtherSite extends ExecutionSite, Required<Pick<RunOptions, 'setup'>> {
  /** Default settings for runs there. */
  readonly settings?: RunOptions['settings']
  /** Describes what a program there would see, line by line. */
  readonly describe?: () => Promise<readonly string[]>
}
