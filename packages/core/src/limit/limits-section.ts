import { z } from 'zod'

const bucket = z.strictObject({
  burst: z.int().min(1).optional().describe('Burst size, in calls.'),
  perSecond: z.number().positive().optional().describe('Calls per second after that.'),
})
const window = z.strictObject({ calls: z.int().min(1), perMs: z.int().min(1) })

/** Section `limits`: how much may be called. */
export const limitsSection = z
  .strictObject({
    calls: bucket.optional().describe('The limit on all calls of each session.'),
    dangerousCalls: bucket.optional().describe('The limit on calls of risk `dangerous` and above of each session.'),
    concurrentPerSession: z.int().min(1).optional().describe('Calls of one session that run at the same time.'),
    concurrentPerTool: z
      .record(z.string().min(1), z.int().min(1))
      .optional()
      .describe('Calls of one tool that run at the same time, by canonical name.'),
    windows: z
      .strictObject({
        session: window.optional(),
        agent: window.optional(),
        user: window.optional(),
        tool: window.optional(),
      })
      .optional()
      .describe('At most `calls` within any `perMs` milliseconds, counted by session, agent, user or tool.'),
    queue: z
      .strictObject({
        calls: z.int().min(0).optional().describe('Calls of one session that may wait. 0: none waits. Default 64.'),
        waitMs: z.int().min(1).optional().describe('The longest wait of a call, in milliseconds. Default 60000.'),
      })
      .optional()
      .describe('Calls beyond a limit wait for their place, in order, before they are refused.'),
    shared: z
      .boolean()
      .optional()
      .describe('True if all processes that use one database count together. Default: true with PostgreSQL.'),
  })
  .describe('Limits on the calls of a model.')

export type LimitsSection = z.output<typeof limitsSection>
