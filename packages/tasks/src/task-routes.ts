import { DrawbridgeError } from '@drawbridge/core'
import {
  defineRoomRoute,
  type House,
  isOperator,
  nothingFound,
  type RouteCaller,
  type RouteRow,
} from '@drawbridge/room'
import { z } from 'zod'
import { type Step, type Task, taskStatuses } from './graph/task.ts'
import type { TasksSection } from './section.ts'
import { endTask } from './store/lead-tasks.ts'
import { readSteps, readTask } from './store/read-rows.ts'
import { listChangeRows, listTaskRows } from './store/task-statements.ts'
import { timeOf } from './store/time-of.ts'

type Row = RouteRow<TasksSection>

/** The most tasks that are listed, latest first. */
const mostListed = 10_000

const id = z.strictObject({ id: z.string().min(1).max(200) })
const time = z.iso.datetime()

const task = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    state: z.enum(taskStatuses),
    reason: z.string().nullable(),
    agent: z.string(),
    user: z.string(),
    session: z.string(),
    createdAt: time,
    changedAt: time,
  })
  .meta({ id: 'Task' })

const step = z.strictObject({
  id: z.string(),
  title: z.string(),
  state: z.enum(['ready', 'waiting', 'blocked', 'in_progress', 'completed', 'failed', 'cancelled']),
  needs: z.array(z.string()),
  attempts: z.number(),
  claimedBy: z.string().nullable(),
  leasedUntil: time.nullable(),
  note: z.string().nullable(),
  result: z.string().nullable(),
})

const change = z.strictObject({
  at: time,
  change: z.string(),
  step: z.string().nullable(),
  session: z.string(),
  note: z.string().nullable(),
})

const list: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/', operation: 'listTasks', role: 'member', scope: 'tasks:read' },
  summary: 'List tasks, latest first: for members their own, for operators all',
  query: z.strictObject({
    agent: z.string().optional(),
    user: z.string().optional(),
    status: z.enum(taskStatuses).optional(),
  }),
  list: {
    item: task.extend({ steps: z.number(), done: z.number(), running: z.number(), failed: z.number() }),
    keyOf: ({ id: key }: { readonly id: string }) => key,
  },
  handle: async ({ query: { agent, user, status }, caller }, house) => {
    const whose = isOperator(caller) ? (user ?? null) : caller.user
    const database = await house.database.find()
    const rows = (await database?.all(listTaskRows, agent ?? null, whose, status ?? null, mostListed)) ?? []
    return rows.map((row) => {
      const { steps, done, running, failed } = row
      return { ...shown(readTask(row)), steps, done, running, failed }
    })
  },
})

const show: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/{id}', operation: 'getTask', role: 'member', scope: 'tasks:read' },
  summary: 'Show a task with its steps, results and history',
  params: id,
  answer: task.extend({ steps: z.array(step), history: z.array(change) }).meta({ id: 'TaskWithSteps' }),
  handle: async ({ params, caller }, house) => {
    const found = await find(params.id, caller, house)
    if (found === undefined) return nothingFound
    const steps = await readSteps(found.database, found.task.id, await timeOf(found.database, house.clock))
    const changes = await found.database.all(listChangeRows, found.task.id)
    return {
      ...shown(found.task),
      steps: steps.map(shownStep),
      history: changes.map(({ step_key: key, changed_at: at, session, change: what, note }) => ({
        ...{ at: isoTime(at), change: what, step: key, session, note },
      })),
    }
  },
})

const cancel: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/{id}/cancel', operation: 'cancelTask', role: 'member', scope: 'tasks:write' },
  summary: 'Cancel a task, with the steps that are not done',
  human: true,
  params: id,
  body: z.strictObject({ reason: z.string().min(1).max(2_000).optional() }),
  answer: z.strictObject({ cancelled: z.array(z.string()) }),
  handle: async ({ params, body, caller }, house) => {
    const found = await find(params.id, caller, house)
    if (found === undefined) return nothingFound
    const ended = await endTask(
      { database: found.database, clock: house.clock },
      { task: found.task.id, status: 'cancelled', reason: body.reason, session: `http ${caller.user}` },
    )
    if ('objection' in ended) throw new DrawbridgeError('invalid_option', ended.objection)
    return { cancelled: ended.cancelled }
  },
})

/** The operations on tasks, each the same as a command has. */
export const taskRoutes: readonly Row[] = [list, show, cancel]

async function find(given: string, caller: RouteCaller, house: Pick<House, 'database'>) {
  const database = await house.database.find()
  const whose = isOperator(caller) ? null : caller.user
  const rows = (await database?.all(listTaskRows, null, whose, null, mostListed)) ?? []
  const row = rows.find((each) => each.id === given)
  return database === undefined || row === undefined ? undefined : { database, task: readTask(row) }
}

function shown({ id: key, title, status: state, reason, agent, user, session, createdAt, changedAt }: Task) {
  return {
    ...{ id: key, title, state, reason: reason ?? null, agent, user, session },
    ...{ createdAt: isoTime(createdAt), changedAt: isoTime(changedAt) },
  }
}

function shownStep({ key, title, state, dependsOn, attempts, claimant, leasedUntil, note, result }: Step) {
  return {
    ...{ id: key, title, state, needs: dependsOn, attempts, claimedBy: claimant?.session ?? null },
    ...{ leasedUntil: leasedUntil === undefined ? null : isoTime(leasedUntil) },
    ...{ note: note ?? null, result: result ?? null },
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
