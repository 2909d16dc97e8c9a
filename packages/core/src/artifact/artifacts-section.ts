import { z } from 'zod'

/** Section `artifacts`: how much of whole outputs is kept, and how long. */
export const artifactsSection = z
  .strictObject({
    maxArtifactBytes: z.int().min(1).optional().describe('The largest size of one artifact, in bytes. Default 64 MiB.'),
    maxSessionBytes: z
      .int()
      .min(1)
      .optional()
      .describe('The largest size of all artifacts of a session, in bytes; the oldest make room. Default 512 MiB.'),
    retentionMs: z
      .int()
      .min(1)
      .optional()
      .describe('The time for which an artifact is stored, in milliseconds. Default 7 days.'),
  })
  .describe('The full text of outputs of which a model saw a part.')

/** The section `artifacts` of a configuration, after reading. */
export type ArtifactsSection = z.output<typeof artifactsSection>
