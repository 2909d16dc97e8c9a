import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

/** The section `memory` of the configuration. */
export interface MemorySection {
  /** False to search by words alone, even if an embedding model is configured. */
  readonly embeddings?: boolean | undefined
  /**
   * The weight of meanings, where words have 1: a number from 0 to 2. At 0 they only fill a short list. Default: 1 with an embedding
   * model, 0 with the vectors that come with Drawbridge.
   */
  readonly meaningWeight?: number | undefined
  /** True to remember what a person says, after each run of an agent: a small model chooses. */
  readonly write?: boolean | undefined
  /** False to recall nothing unasked: an agent then has the tools alone. */
  readonly recall?: boolean | undefined
}

/** The weight of the meanings of an embedding model. */
export const modelMeaningWeight = 1
/** The weight of the vectors that come with Drawbridge. A larger one made results worse on the retrieval set (bench/scores/retrieval). */
export const roughMeaningWeight = 0

/** The section for the configuration. */
export const memorySection: RoomSection<MemorySection> = {
  schema: z.strictObject({
    embeddings: z.boolean().optional().describe('False to search by words alone.'),
    meaningWeight: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .describe('The weight of meanings, where words have 1. Default: 1 with an embedding model, else 0.'),
    write: z
      .boolean()
      .optional()
      .describe('True to remember what a person says: a small model chooses. Default false.'),
    recall: z.boolean().optional().describe('False to put no memories into the conversation unasked. Default true.'),
  }),
}
