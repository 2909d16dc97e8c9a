import { z } from 'zod'

/** Section `scrub`: what must not leave, beside what the built-in rules find. */
export const scrubSection = z
  .strictObject({
    values: z
      .array(z.string().min(6))
      .readonly()
      .optional()
      .describe('Values of at least six characters that never leave.'),
    patterns: z
      .array(z.strictObject({ id: z.string().min(1), pattern: z.string().min(1).max(1_000) }))
      .readonly()
      .optional()
      .describe('Patterns in RE2 syntax; a group named `secret` narrows what is taken out.'),
  })
  .describe('Secrets that are taken out of everything that leaves.')

export type ScrubSection = z.output<typeof scrubSection>
