import { z } from 'zod'

/** Section `approvals`: who may answer questions, how long they wait, and how long answers last. */
export const approvalsSection = z
  .strictObject({
    waitSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .describe('The time that a call waits for an answer before it is denied. Default 120.'),
    answerableMinutes: z
      .int()
      .min(1)
      .max(10_080)
      .optional()
      .describe(
        'The time in which a question can be answered after its call stopped waiting, or a receipt redeemed. Default 30.',
      ),
    elicitation: z
      .boolean()
      .optional()
      .describe("True (default) if an MCP client's user is asked, if the client supports it."),
    unaskedWaitSeconds: z
      .int()
      .min(1)
      .max(86_400)
      .optional()
      .describe(
        'The time that a call waits if the user of its MCP client cannot be asked. Default 45, because clients give up after 60.',
      ),
    automatic: z
      .enum(['alone', 'always', 'never'])
      .optional()
      .describe(
        'The cases in which automatic approvers may decide: only if no person is asked (`alone`, default), `always` (the first decision counts), or `never`.',
      ),
    grantDays: z.int().min(1).optional().describe('The lifetime of standing grants. Default: until they are revoked.'),
  })
  .describe('The waiting times of questions and the lifetimes of answers.')

/** The section `approvals` of a configuration, after reading. */
export type ApprovalsSection = z.output<typeof approvalsSection>
