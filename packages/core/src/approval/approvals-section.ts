import { z } from 'zod'

/** Section `approvals`: how long questions wait, and how long answers last. */
export const approvalsSection = z
  .strictObject({
    waitSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .describe('How long a call waits for an answer before it is denied. Default 120.'),
    answerableMinutes: z
      .int()
      .min(1)
      .max(10_080)
      .optional()
      .describe('How long a question that nobody waits for any more, or a receipt, can be answered. Default 30.'),
    grantDays: z
      .int()
      .min(1)
      .optional()
      .describe('How long what was allowed for always lasts. Default: until it is revoked.'),
  })
  .describe('How long questions wait for a person, and how long answers last.')

export type ApprovalsSection = z.output<typeof approvalsSection>
