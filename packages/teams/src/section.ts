import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

/** The section `teams` of the configuration. */
export interface TeamsSection {
  /** The time after which a task returns to the board if its owner gives no sign of life, in seconds: from 10 to 86,400. Default 1,800. */
  readonly leaseSeconds?: number | undefined
  /** The pause between two looks of the supervisor, in seconds: from 1 to 3,600. Default 30. */
  readonly supervisorSeconds?: number | undefined
  /** The most runs of members at once in one process: from 1 to 100. Default 4. */
  readonly concurrency?: number | undefined
  /** False if chats and gateways give no tasks out, so that only `drawbridge teams work` does. Default true. */
  readonly background?: boolean | undefined
}

/** The values where nothing is set. */
export const builtInTeams = {
  leaseSeconds: 1_800,
  supervisorSeconds: 30,
  concurrency: 4,
  background: true,
} as const satisfies TeamsSection

/** The section for the configuration. */
export const teamsSection: RoomSection<TeamsSection> = {
  schema: z.strictObject({
    leaseSeconds: z
      .int()
      .min(10)
      .max(86_400)
      .optional()
      .describe('Seconds without a sign of life after which a task returns to the board. Default 1,800.'),
    supervisorSeconds: z
      .int()
      .min(1)
      .max(3_600)
      .optional()
      .describe('Seconds between two looks of the supervisor at the boards. Default 30.'),
    concurrency: z.int().min(1).max(100).optional().describe('The most runs of members at once. Default 4.'),
    background: z
      .boolean()
      .optional()
      .describe('False if chats and gateways give no tasks out: only `drawbridge teams work` does. Default true.'),
  }),
}
