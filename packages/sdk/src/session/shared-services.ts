import type { RunOptions } from '@drawbridge/core'

/** What all sessions of one Drawbridge share. */
export type SharedServices = Required<
  Pick<
    RunOptions,
    | 'registry'
    | 'resolver'
    | 'machine'
    | 'approvers'
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
