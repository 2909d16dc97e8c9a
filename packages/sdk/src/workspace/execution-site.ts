import type { Principal, RunOptions } from '@drawbridge/core'
import type { Machine } from '@drawbridge/core/machine'
import type { TargetResolver } from '@drawbridge/core/target'

/** A folder to work in: who judges paths in it, and who opens them. */
export interface ExecutionSite {
  readonly resolver: TargetResolver
  readonly machine: Machine
}

/** Where the runs of a caller work; undefined where that is the place of all. `setup` is recorded with the run. */
export type SiteFor = (principal: Principal, options: { readonly readsOnly: boolean }) => OtherSite | undefined

export interface OtherSite extends ExecutionSite, Required<Pick<RunOptions, 'setup'>> {
  /** What holds of runs there unless the options say otherwise. */
  readonly settings?: RunOptions['settings']
  /** What a program there would see, and what not, in lines. */
  readonly describe?: () => Promise<readonly string[]>
}
