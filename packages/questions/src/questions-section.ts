import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

const schema = z.strictObject({
  waitSeconds: z
    .int()
    .min(1)
    .max(590)
    .optional()
    .describe('How long `ask.user` waits for a reply if the model sets no time, in seconds. Default 300.'),
  answerableMinutes: z
    .number()
    .positive()
    .max(10_080)
    .optional()
    .describe('How long `drawbridge questions` can answer a question, in minutes. Default 30.'),
})

/** The section `questions` of a configuration, after reading. */
export type QuestionsSection = z.output<typeof schema>

/** Section `questions`: a project may set nothing of it. */
export const questionsSection: RoomSection<QuestionsSection> = { schema, takesEffect: 'next run' }
