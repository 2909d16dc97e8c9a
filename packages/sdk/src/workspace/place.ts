import type { Machine, Principal, RunOptions, TargetResolver } from '@drawbridge/core'

/** A folder to work in: who judges paths in it, and who opens them. */
export interface Place {
  readonly resolver: TargetResolver
  readonly machine: Machine
}

/** Where the runs of a caller work; undefined where that is the place of all. `setup` is recorded with the run. */
export type PlaceFor = (principal: Principal, options: { readonly readsOnly: boolean }) => OtherPlace | undefined

export interface OtherPlace extends Place, Required<Pick<RunOptions, 'setup'>> {
  /** What holds of runs there unless the options say otherwise. */
  readonly settings?: RunOptions['settings']
  /** What a program there would see, and what not, in lines. */
  readonly describe?: () => Promise<readonly string[]>
}
