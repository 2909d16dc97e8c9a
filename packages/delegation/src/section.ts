import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

/** The section `delegations` of the configuration. */
export interface DelegationSection {
  /** The delegations from one agent to another that may be open at once, where link and agent say nothing: from 1 to 1,000. Default 3. */
  readonly maxConcurrent?: number | undefined
  /** The delegations to one agent that may be open at once, where the agent says nothing: from 1 to 1,000. Default 5. */
  readonly maxLoad?: number | undefined
  /** The time after which a delegation ends, with all its revisions, in seconds: from 1 to 86,400. Default 600. */
  readonly timeoutSeconds?: number | undefined
}

/** The values where nothing is set. */
export const builtInDelegation = {
  maxConcurrent: 3,
  maxLoad: 5,
  timeoutSeconds: 600,
} as const satisfies DelegationSection

const count = z.int().min(1).max(1_000).optional()

/** The section for the configuration. */
export const delegationSection: RoomSection<DelegationSection> = {
  schema: z.strictObject({
    maxConcurrent: count.describe('The most open delegations from one agent to another. Default 3.'),
    maxLoad: count.describe('The most open delegations to one agent. Default 5.'),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .describe('Seconds after which a delegation ends, with all its revisions. Default 600.'),
  }),
}
