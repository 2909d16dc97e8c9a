import { z } from 'zod'

/** A text that both databases keep: without U+0000 and halves of characters. */
function text(most: number, least = 1) {
  return z
    .string()
    .min(least)
    .max(most)
    .transform((given) => given.replaceAll('\u0000', '').toWellFormed())
    .refine((kept) => kept.length >= least, 'has no character that can be kept')
}

/** A text in one line, so that no title looks like another line of a list. */
const line = text(300)
  .transform((given) => given.replaceAll(/\s+/g, ' ').trim())
  .refine((given) => given !== '', 'has only spaces')

const key = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'letters, digits, "_", "." and "-", at most 64')

/** The fields that the tools of tasks have in common. */
export const fields = {
  task: z.string().min(1).max(100).describe('The id of the task, as agent.task_create returned it.'),
  step: key.describe('The key of the step.'),
  note: text(4_000),
  result: text(20_000),
  reason: text(4_000),
  title: line,
} as const

const parts = {
  title: fields.title.describe('What is done, in a line.'),
  instructions: text(20_000, 0).describe(
    'Everything that the one who does it must know: it sees nothing of this conversation.',
  ),
  depends_on: z.array(key).max(200).describe('The keys of the steps that must be completed before.'),
  allowed_tools: z
    .array(z.string().min(1).max(200))
    .max(100)
    .describe('The tools of a worker that does it, in place of the minimal set, which reads files only.'),
  worker: z.string().min(1).max(100).describe('The agent definition that should do it.'),
} as const

/** A step as a model plans it. */
export const plannedStep = z.strictObject({
  key: key.describe('A short name, unique in the task.'),
  title: parts.title,
  instructions: parts.instructions,
  depends_on: parts.depends_on.default([]),
  allowed_tools: parts.allowed_tools.optional(),
  worker: parts.worker.optional(),
})

/** A change of a step: what is absent stays. */
export const changedStep = z.strictObject({
  key: key.describe('The step to change.'),
  title: parts.title.optional(),
  instructions: parts.instructions.optional(),
  depends_on: parts.depends_on.optional(),
  allowed_tools: parts.allowed_tools.optional(),
  worker: parts.worker.optional(),
})
