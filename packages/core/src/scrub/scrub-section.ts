import { z } from 'zod'

/** Section `scrub`: content to remove in addition to the built-in rules. */
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
    serverAddresses: z
      .union([z.enum(['off', 'auto']), z.array(z.string().min(1)).readonly()])
      .optional()
      .describe(
        'Names and addresses of the server that never leave, in all spellings: `off`, `auto` (what the machine says it has), or a list. Default `off`.',
      ),
  })
  .describe('Secrets that are taken out of everything that leaves.')

export type ScrubSection = z.output<typeof scrubSection>
