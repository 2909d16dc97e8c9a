import type { RunOptions } from '@drawbridge/core'
import type { SessionPolicy } from '../policy/session-policy.ts'

/** What all sessions of one Drawbridge share. */
export interface SharedServices extends RunServices, Pick<RunOptions, 'grantStore'> {
  readonly policy: SessionPolicy
}

type RunServices = Required<
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
