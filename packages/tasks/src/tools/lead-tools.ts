import { fail, toolOutput } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { type PlannedStep, type TaskStatus, taskStatuses } from '../graph/task.ts'
import { changeGraph, createTask, endTask } from '../store/lead-tasks.ts'
import { readSteps, readTask } from '../store/read-rows.ts'
import { needTask, ownerOf, taskDatabase } from '../store/task-access.ts'
import { listTaskRows } from '../store/task-statements.ts'
import { timeOf } from '../store/time-of.ts'
import { changedStep, fields, plannedStep } from './fields.ts'
import { renderTask, stepData, taskData } from './render-task.ts'
import { tellChange } from './tell-change.ts'

/** `agent.task_create`: saves a plan as a graph of steps. */
export function createTaskTool(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      title: fields.title.describe('The goal in a line.'),
      steps: z.array(plannedStep).min(1).max(1_000),
    }),
    execute: async ({ title, steps }, { principal }) => {
      await taskDatabase(house)
      const database = await house.database.obtain()
      const id = house.ids.next('task')
      const { session } = principal
      const planned = steps.map(readPlanned)
      const refused = await createTask(
        { database, clock: house.clock },
        { id, title, steps: planned, ...ownerOf(principal), session },
      )
      if (refused !== undefined) fail('validation_error', refused.objection)
      const { task } = await needTask(house, principal, id)
      const saved = await readSteps(database, id, await timeOf(database, house.clock))
      await tellChange(house, principal, task, { change: 'created' })
      const next =
        'Claim a ready step with agent.task_claim_step and do it, or give it to a worker with agent.dispatch_worker.'
      return toolOutput({
        content: `${renderTask(task, saved)}\n${next}`,
        data: { ...taskData(task), steps: saved.map((step) => stepData(step, false)) },
      })
    },
  })
}

/** `agent.task_list`: the tasks of this agent and user, latest first. */
export function listTasksTool(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      status: z.enum(taskStatuses).optional().describe('Only tasks of this status.'),
      limit: z.int().min(1).max(100).default(20),
    }),
    execute: async ({ status, limit }, { principal }) => {
      const database = await taskDatabase(house)
      const { agent, user } = ownerOf(principal)
      const rows = (await database?.all(listTaskRows, agent, user, status ?? null, limit)) ?? []
      const tasks = rows.map((row) => ({
        ...taskData(readTask(row)),
        steps: row.steps,
        done: row.done,
        in_progress: row.running,
        failed: row.failed,
      }))
      const lines = tasks.map(
        (each) =>
          `${each.task}  ${each.status}  ${each.done} of ${each.steps} steps done  ${JSON.stringify(each.title)}`,
      )
      const none = `You have no ${status ?? ''} task.`.replace('  ', ' ')
      return toolOutput({ content: lines.length === 0 ? none : lines.join('\n'), data: { tasks } })
    },
  })
}

/** `agent.task_update`: adds, changes and drops pending steps. */
export function updateTaskTool(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      task: fields.task,
      add: z.array(plannedStep).max(1_000).default([]).describe('Further steps.'),
      change: z.array(changedStep).max(1_000).default([]).describe('Changes of pending steps; what is absent stays.'),
      drop: z.array(fields.step).max(1_000).default([]).describe('Pending steps to remove.'),
    }),
    check: ({ add, change, drop }) => {
      if (add.length + change.length + drop.length === 0) return 'Give at least one of add, change and drop.'
      const keys = change.map(({ key }) => key)
      const twice = keys.find((key, index) => keys.indexOf(key) < index)
      return twice === undefined ? undefined : `The step ${JSON.stringify(twice)} is changed twice. Change it once.`
    },
    execute: async ({ task: id, add, change, drop }, { principal }) => {
      const { database, task } = await needTask(house, principal, id)
      const changed = await changeGraph(
        { database, clock: house.clock },
        {
          task: id,
          add: add.map(readPlanned),
          change: change.map(({ depends_on: dependsOn, allowed_tools: allowedTools, ...rest }) => ({
            ...rest,
            ...defined({ dependsOn, allowedTools }),
          })),
          drop: [...new Set(drop)],
          session: principal.session,
        },
      )
      if ('objection' in changed) fail('validation_error', changed.objection)
      await tellChange(house, principal, task, { change: 'changed' })
      return toolOutput({
        content: renderTask(task, changed),
        data: { ...taskData(task), steps: changed.map((step) => stepData(step, false)) },
      })
    },
  })
}

/** `agent.task_complete`, `agent.task_fail` and `agent.task_cancel`: end a task. */
export function endTaskTool(house: House, status: Exclude<TaskStatus, 'open'>): ToolBody {
  const { reason } = fields
  return defineToolBody({
    input: z.strictObject({
      task: fields.task,
      reason:
        status === 'failed'
          ? reason.describe('Why it cannot be done, and what was reached.')
          : reason
              .optional()
              .describe(
                status === 'completed' ? 'What was reached, in a few sentences.' : 'Why it is no longer wanted.',
              ),
    }),
    execute: async ({ task: id, reason: why }, { principal }) => {
      const { database } = await needTask(house, principal, id)
      const ended = await endTask(
        { database, clock: house.clock },
        { task: id, status, reason: why, session: principal.session },
      )
      if ('objection' in ended) fail('validation_error', ended.objection)
      const { task, cancelled } = ended
      await tellChange(house, principal, task, { change: status })
      const rest = cancelled.length === 0 ? '' : ` These steps were cancelled: ${cancelled.join(', ')}.`
      return toolOutput({
        content: `The task ${id} "${task.title}" is ${status}.${rest}`,
        data: { ...taskData(task), cancelled },
      })
    },
  })
}

function readPlanned({
  depends_on: dependsOn,
  allowed_tools: allowedTools,
  worker,
  ...rest
}: z.output<typeof plannedStep>): PlannedStep {
  return { ...rest, dependsOn, ...defined({ allowedTools, worker }) }
}
