import { z } from 'zod'

const bucket = z.strictObject({
  burst: z.int().min(1).optional().describe('Burst size, in calls.'),
  perSecond: z.number().positive().optional().describe('Calls per second after that.'),
})
const window = z.strictObject({ calls: z.int().min(1), perMs: z.int().min(1) })

/** At most half an hour. */
const milliseconds = z.int().min(1).max(1_800_000)

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
    timeouts: z
      .strictObject({
        callMs: milliseconds
          .optional()
          .describe('The time of a call whose tool sets none, in milliseconds. Default 120000.'),
        commandMs: milliseconds
          .optional()
          .describe(
            'The time of a command for which the model sets none, in milliseconds. Default 60000, in a sandbox 300000.',
          ),
        maxMs: milliseconds
          .optional()
          .describe('The longest time that a tool or a model may set, in milliseconds. Default 600000.'),
        hookMs: milliseconds
          .optional()
          .describe('The longest time of one run of a hook, whatever it sets itself, in milliseconds. Default 10000.'),
        hooksMs: milliseconds
          .optional()
          .describe('The time of all hooks of one model turn together, in milliseconds. Default 30000.'),
      })
      .optional()
      .describe('The time for which calls and hooks may run.'),
    arguments: z
      .strictObject({
        parameters: z.int().min(1).optional().describe('Members of objects, on all levels. Default 1000.'),
        depth: z.int().min(1).optional().describe('Objects and lists inside each other. Default 64.'),
        bytes: z.int().min(1).optional().describe('Bytes of their JSON text. Default 1 MiB.'),
      })
      .optional()
      .describe('The size of the arguments of one call.'),
    results: z
      .strictObject({
        bytes: z.int().min(1).optional().describe('Bytes of its text. Default 50000.'),
        lines: z.int().min(1).optional().describe('Lines of its text. Default 2000.'),
      })
      .optional()
      .describe(
        'The part of one result that a model sees, unless the tool sets its own; the full text is kept as an artifact.',
      ),
    shared: z
      .boolean()
      .optional()
      .describe('True if all processes that use one database count together. Default: true with PostgreSQL.'),
  })
  .describe('Limits on the calls of a model.')

/** The section `limits` of a configuration, after reading. */
export type LimitsSection = z.output<typeof limitsSection>
