import { z } from 'zod'

const actions = [
  'list',
  'get',
  'search',
  'create',
  'claim',
  'complete',
  'cancel',
  'assign',
  'review',
  'approve',
  'reject',
  'comment',
  'progress',
  'attach',
  'ask_user',
  'clear_ask_user',
  'update',
  'retry',
] as const

/** An action of `team.tasks`. */
export type TasksAction = (typeof actions)[number]

const taskNumber = z.int().min(1).max(999_999_999)

const text = (longest: number) => z.string().trim().min(1).max(longest)

/** The input schema of `team.tasks`. */
export const tasksInput = z.strictObject({
  action: z.enum(actions),
  team: z.string().min(1).max(40).optional().describe('The team. Needed only if you are in several.'),
  task: taskNumber.optional().describe('The number of the task. Needed for all but list, search and create.'),
  subject: text(300).optional().describe('create, update: what is to be done, in one line.'),
  description: z.string().trim().max(20_000).optional().describe('create, update: all that its owner needs to know.'),
  assignee: z.string().min(1).max(200).optional().describe('create, assign: the member who does it.'),
  priority: z
    .int()
    .min(-1_000)
    .max(1_000)
    .optional()
    .describe('create, update: the higher one is done first. Default 0.'),
  blocked_by: z.array(taskNumber).max(50).optional().describe('create, update: numbers of tasks that must end first.'),
  require_approval: z.boolean().optional().describe('create: true if it is only completed once it was approved.'),
  result: text(100_000).optional().describe('complete, review: the result.'),
  text: text(10_000).optional().describe('comment, reject, ask_user, approve, cancel: the words.'),
  type: z
    .enum(['note', 'blocker'])
    .optional()
    .describe('comment: a blocker ends the task as failed and calls the lead. Default note.'),
  percent: z.int().min(0).max(100).optional().describe('progress: never goes back.'),
  path: z.string().min(1).max(1_024).optional().describe('attach: a file in the folder of the team.'),
  query: text(1_000).optional().describe('search: words, in any order.'),
  status: z.enum(['active', 'completed', 'in_review', 'all']).optional().describe('list: default active.'),
  order: z.enum(['priority', 'newest']).optional().describe('list: default priority.'),
  page: z.int().min(1).max(10_000).optional().describe('list: 30 tasks each. Default 1.'),
})

/** The validated input of `team.tasks`. */
export type TasksInput = z.output<typeof tasksInput>

type Field = Exclude<keyof TasksInput, 'action' | 'team'>

/** The fields that each action needs. */
const needed: Readonly<Record<TasksAction, readonly Field[]>> = {
  list: [],
  get: ['task'],
  search: ['query'],
  create: ['subject'],
  claim: ['task'],
  complete: ['task', 'result'],
  cancel: ['task'],
  assign: ['task', 'assignee'],
  review: ['task'],
  approve: ['task'],
  reject: ['task', 'text'],
  comment: ['task', 'text'],
  progress: ['task', 'percent'],
  attach: ['task', 'path'],
  ask_user: ['task', 'text'],
  clear_ask_user: ['task'],
  update: ['task'],
  retry: ['task'],
}

/** Returns what is missing for an action; undefined if nothing is. */
export function missingField(input: TasksInput): string | undefined {
  const missing = needed[input.action].find((field) => input[field] === undefined)
  return missing === undefined ? undefined : `The action "${input.action}" needs "${missing}".`
}
