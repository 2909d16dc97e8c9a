import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

/** The section `memory` of the configuration. */
export interface MemorySection {
  /** False to search by words alone, even if an embedding model is configured. */
  readonly embeddings?: boolean | undefined
  /** The weight of meanings, where words have 1: a number from 0 to 2. At 0 they only fill a short list. */
  readonly meaningWeight?: number | undefined
}

/** The values where nothing is set. */
export const builtInMemory = { embeddings: true, meaningWeight: 1 } as const satisfies MemorySection

/** The section for the configuration. */
export const memorySection: RoomSection<MemorySection> = {
  schema: z.strictObject({
    embeddings: z.boolean().optional().describe('False to search by words alone.'),
    meaningWeight: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .describe('The weight of meanings, where words have 1. Default 1.'),
  }),
}
