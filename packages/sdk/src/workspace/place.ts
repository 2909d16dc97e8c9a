import type { Machine, Principal, RunOptions, TargetResolver } from '@drawbridge/core'

/** A folder to work in: who judges paths in it, and who opens them. */
export interface Place {
  readonly resolver: TargetResolver
  readonly machine: Machine
}

/** Where the runs of a caller work; undefined where that is the place of all. `setup` is recorded with the run. */
export type PlaceFor = (
  principal: Principal,
  options: { readonly readsOnly: boolean },
) => (Place & Required<Pick<RunOptions, 'setup'>>) | undefined
