import { z } from 'zod'
import { flowModes, sinkKinds } from './sink.ts'

const sink = z.strictObject({
  pointer: z
    .string()
    .regex(/^(?:\/.*)?$/)
    .describe('A JSON pointer into the input; `*` stands for every item.'),
  kind: z.enum(sinkKinds),
})

/** Section `flow`: whose words may decide what calls do. */
export const flowSection = z
  .strictObject({
    mode: z
      .enum(flowModes)
      .optional()
      .describe(
        'The effect on verdicts. `off`; `watch` (default): only recorded; `guard`: asks about writes that strangers decide; `autonomous`: also answers built-in questions that the words of the user decide; `strict`: asks about every write after untrusted content.',
      ),
    tools: z
      .record(z.string().min(1), z.array(sink).readonly())
      .optional()
      .describe('The decisive inputs of tools, by name or glob, in place of those that the tools declare.'),
    trustedTools: z
      .array(z.string().min(1))
      .readonly()
      .optional()
      .describe('Tools, by name or glob, whose results vouch for values like your own words.'),
    constants: z
      .array(z.string().min(1))
      .readonly()
      .optional()
      .describe('Values that are vouched for in every session, such as your own addresses.'),
    readers: z
      .record(z.string().min(1), z.array(z.string().min(1)).readonly())
      .optional()
      .describe('The recipients who may get what a tool returned, by its name or glob.'),
  })
  .describe('Information flow: whose words may decide what calls do.')

/** The section as it was read. */
export type FlowSection = z.output<typeof flowSection>
