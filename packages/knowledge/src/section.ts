import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

/** The section `knowledge` of the configuration. */
export interface KnowledgeSection {
  /** False to learn no facts from what is remembered. */
  readonly extract?: boolean | undefined
  /** The least confidence of the model in a fact that is kept: a number from 0 to 1. */
  readonly confidence?: number | undefined
}

/** The values where nothing is set. */
export const builtInKnowledge = { extract: true, confidence: 0.75 } as const satisfies KnowledgeSection

/** The section for the configuration. */
export const knowledgeSection: RoomSection<KnowledgeSection> = {
  schema: z.strictObject({
    extract: z.boolean().optional().describe('False to learn no facts from what is remembered.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('The least confidence of the model in a fact that is kept. Default 0.75.'),
  }),
}
