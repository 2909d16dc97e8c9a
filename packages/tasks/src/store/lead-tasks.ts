import { type Clock, defined } from '@drawbridge/core/base'
import type { Database, Transaction } from '@drawbridge/store/database'
import { objectionToSteps } from '../graph/check-steps.ts'
import type { PlannedStep, Step, Task, TaskStatus } from '../graph/task.ts'
import { noteChange } from './note-change.ts'
import { readSteps, readTask } from './read-rows.ts'
import { returnExpired } from './return-expired.ts'
import {
  cancelOpenSteps,
  changeStepRow,
  dropDependencies,
  dropStepRow,
  endTaskRow,
  insertDependencies,
  insertSteps,
  insertTask,
  lockTask,
  nextPosition,
  touchTask,
} from './task-statements.ts'
import { timeOf } from './time-of.ts'

/** Something that cannot be done to a task, for the model. */
export interface Objection {
  readonly objection: string
}

/** The means of those who lead. */
export interface LeadDesk {
  readonly database: Database
  readonly clock: Clock
}

/** A task that is planned. */
export interface NewTask {
  readonly id: string
  readonly title: string
  readonly steps: readonly PlannedStep[]
  readonly agent: string
  readonly user: string
  readonly session: string
}

/** Saves a new task with all of its steps, or nothing of it. */
export async function createTask(
  { database, clock }: LeadDesk,
  { id, title, steps, agent, user, session }: NewTask,
): Promise<Objection | undefined> {
  const objection = objectionToSteps(steps)
  if (objection !== undefined) return { objection }
  await database.transaction(async (transaction) => {
    const now = await timeOf(transaction, clock)
    await transaction.run(insertTask, id, title, agent, user, session, now)
    await saveSteps(transaction, id, steps)
    await noteChange(transaction, { task: id, change: 'created', session, now })
  })
  return undefined
}

/** A change of a pending step; what is absent stays. */
export type StepChange = Pick<PlannedStep, 'key'> & {
  readonly [Part in keyof Omit<PlannedStep, 'key'>]?: PlannedStep[Part] | undefined
}

/** Changes of the graph of an open task. Only pending steps are changed or dropped. */
export interface GraphChange {
  readonly task: string
  readonly add: readonly PlannedStep[]
  readonly change: readonly StepChange[]
  readonly drop: readonly string[]
  readonly session: string
}

/** Changes the graph of a task: all of the changes, or none. Resolves to its steps. */
export async function changeGraph(
  { database, clock }: LeadDesk,
  { task, add, change, drop, session }: GraphChange,
): Promise<readonly Step[] | Objection> {
  return database.transaction(async (transaction) => {
    const now = await timeOf(transaction, clock)
    const row = await transaction.get(lockTask, task)
    if (row?.status !== 'open')
      return { objection: `The task is ${row?.status ?? 'not there'}: its steps no longer change.` }
    await returnExpired(transaction, task, now)
    const before = await readSteps(transaction, task, now)
    const known = new Map(before.map((step) => [step.key, step]))
    for (const key of [...change.map((each) => each.key), ...drop]) {
      const step = known.get(key)
      if (step === undefined)
        return {
          objection: `The task has no step ${JSON.stringify(key)}. Its steps: ${[...known.keys()].slice(0, 50).join(', ')}.`,
        }
      if (step.status !== 'pending') {
        return {
          objection: `The step ${JSON.stringify(key)} is ${step.status}, and only pending steps can be changed or dropped. Add another step in its place.`,
        }
      }
    }
    const both = change.find(({ key }) => drop.includes(key))
    if (both !== undefined)
      return { objection: `The step ${JSON.stringify(both.key)} is changed and dropped. Do one of them.` }
    const kept = before.filter(({ key }) => !drop.includes(key))
    const changed = new Map(change.map((each) => [each.key, laidOver(known.get(each.key), each)]))
    const objection = objectionToSteps([...kept.map((step) => changed.get(step.key) ?? step), ...add])
    if (objection !== undefined) return { objection }
    const isDone = (key: string) => known.get(key)?.status === 'completed'
    for (const key of drop) {
      await transaction.run(dropDependencies, task, key)
      await transaction.run(dropStepRow, task, key)
      await noteChange(transaction, { task, step: key, change: 'dropped', session, now })
    }
    for (const step of changed.values()) {
      const { key, title, instructions, allowedTools, worker, dependsOn } = step
      await transaction.run(
        changeStepRow,
        task,
        key,
        title,
        instructions,
        listText(allowedTools),
        worker ?? null,
        unmetOf(step, isDone),
      )
      await transaction.run(dropDependencies, task, key)
      await insertDependencies(
        transaction,
        dependsOn.map((needs) => ({ task, step_key: key, needs })),
      )
      await noteChange(transaction, { task, step: key, change: 'changed', session, now })
    }
    await saveSteps(transaction, task, add, {
      isDone,
      firstPosition: (await transaction.get(nextPosition, task))?.position ?? 0,
    })
    for (const { key } of add) await noteChange(transaction, { task, step: key, change: 'added', session, now })
    await transaction.run(touchTask, task, now)
    return readSteps(transaction, task, now)
  })
}

/** The end of a task. */
export interface TaskEnd {
  readonly task: string
  readonly status: Exclude<TaskStatus, 'open'>
  readonly reason?: string | undefined
  readonly session: string
}

/**
 * Ends an open task. It can be completed only if no step is pending or in progress; otherwise those are cancelled. Resolves to the task and
 * the keys of the cancelled steps.
 */
export async function endTask(
  { database, clock }: LeadDesk,
  { task, status, reason, session }: TaskEnd,
): Promise<{ readonly task: Task; readonly cancelled: readonly string[] } | Objection> {
  return database.transaction(async (transaction) => {
    const now = await timeOf(transaction, clock)
    const row = await transaction.get(lockTask, task)
    if (row?.status !== 'open') return { objection: `The task is ${row?.status ?? 'not there'} already.` }
    if (status === 'completed') {
      const objection = objectionToCompletion(await readSteps(transaction, task, now))
      if (objection !== undefined) return { objection }
    }
    const cancelled = await transaction.all(cancelOpenSteps, task, now)
    await transaction.run(endTaskRow, task, status, reason ?? null, now)
    await noteChange(transaction, { task, change: status, session, note: reason, now })
    const ended = { ...row, status, reason: reason ?? null, changed_at: now }
    return { task: readTask(ended), cancelled: cancelled.map(({ step_key: key }) => key) }
  })
}

function objectionToCompletion(steps: readonly Step[]): string | undefined {
  const open = steps.filter(({ status }) => status === 'pending' || status === 'in_progress')
  if (open.length === 0) return undefined
  const named = open.slice(0, 20).map(({ key, state }) => `${key} (${state})`)
  const rest = open.length > named.length ? ` and ${open.length - named.length} more` : ''
  return `${open.length} of ${steps.length} steps are not done: ${named.join(', ')}${rest}. Have them done, or drop them with agent.task_update.`
}

async function saveSteps(
  transaction: Transaction,
  task: string,
  steps: readonly PlannedStep[],
  {
    firstPosition = 0,
    isDone = () => false,
  }: { readonly firstPosition?: number; readonly isDone?: (key: string) => boolean } = {},
): Promise<void> {
  await insertSteps(
    transaction,
    steps.map((step, index) => ({
      task,
      step_key: step.key,
      position: firstPosition + index,
      title: step.title,
      instructions: step.instructions,
      allowed_tools: listText(step.allowedTools),
      worker: step.worker ?? null,
      status: 'pending',
      unmet: unmetOf(step, isDone),
      attempts: 0,
    })),
  )
  await insertDependencies(
    transaction,
    steps.flatMap(({ key, dependsOn }) => dependsOn.map((needs) => ({ task, step_key: key, needs }))),
  )
}

/** Returns the number of steps that a step waits for. */
function unmetOf({ dependsOn }: PlannedStep, isDone: (key: string) => boolean): number {
  return [...new Set(dependsOn)].filter((key) => !isDone(key)).length
}

function listText(list: readonly string[] | undefined): string | null {
  return list === undefined ? null : JSON.stringify(list)
}

function laidOver(step: PlannedStep | undefined, change: StepChange): PlannedStep {
  return { ...(step ?? { title: '', instructions: '', dependsOn: [] }), ...defined(change) } as PlannedStep
}
