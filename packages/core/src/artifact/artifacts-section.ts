import { z } from 'zod'

/** Section `artifacts`: how much of whole outputs is kept, and how long. */
export const artifactsSection = z
  .strictObject({
    maxArtifactBytes: z.int().min(1).optional().describe('Of one artifact. Default 64 MiB.'),
    maxSessionBytes: z
      .int()
      .min(1)
      .optional()
      .describe('Of all artifacts of a session; the oldest make room. Default 512 MiB.'),
    retentionMs: z.int().min(1).optional().describe('How long an artifact is kept. Default 7 days.'),
  })
  .describe('Whole outputs of which a model saw a part.')

export type ArtifactsSection = z.output<typeof artifactsSection>
