import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

const schema = z
  .strictObject({
    notify: z
      .boolean()
      .optional()
      .describe('True to ask the person before a run replaces earlier messages or results. Default false.'),
    waitSeconds: z
      .int()
      .min(1)
      .max(3_600)
      .optional()
      .describe('How long a run waits for that answer, in seconds; without one it goes ahead. Default 120.'),
  })
  .describe('How conversations that fill the window of their model are made smaller.')

/** The section `compact`, after reading. */
export type CompactSection = z.output<typeof schema>

/** Section `compact`: a project may set nothing of it. */
export const compactSection: RoomSection<CompactSection> = { schema }
