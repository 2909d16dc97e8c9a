import { z } from 'zod'

/** Section `scrub`: content to remove in addition to the built-in rules. */
export const scrubSection = z
  .strictObject({
    values: z
      .array(z.string().min(6))
      .readonly()
      .optional()
      .describe('Values of at least six characters that are removed from everything that leaves.'),
    patterns: z
      .array(z.strictObject({ id: z.string().min(1), pattern: z.string().min(1).max(1_000) }))
      .readonly()
      .optional()
      .describe('Patterns in RE2 syntax; a group named `secret` narrows the part that is removed.'),
    serverAddresses: z
      .union([z.enum(['off', 'auto']), z.array(z.string().min(1)).readonly()])
      .optional()
      .describe(
        'Names and addresses of the server that are removed, in all spellings: `off`, `auto` (those that the machine reports), or a list. Default `off`.',
      ),
  })
  .describe('Secrets that are removed from everything that leaves.')

/** The section `scrub` of a configuration, after reading. */
export type ScrubSection = z.output<typeof scrubSection>
