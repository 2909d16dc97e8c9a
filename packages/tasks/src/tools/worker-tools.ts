import { fail, toolOutput } from '@drawbridge/core'
import { codeOfRejection } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { Step, Task } from '../graph/task.ts'
import { type TasksSection, workerSettings } from '../section.ts'
import { claimStep, returnClaims } from '../store/claim-steps.ts'
import { noteChange } from '../store/note-change.ts'
import { readSteps } from '../store/read-rows.ts'
import { needTask, ownerOf, taskDatabase } from '../store/task-access.ts'
import { handOver, insertWorker, listWorkerRows } from '../store/task-statements.ts'
import { timeOf } from '../store/time-of.ts'
import { type StartedWorker, watchWorker } from '../workers/watch-worker.ts'
import { poolOf } from '../workers/worker-pool.ts'
import type { WorkerStarter } from '../workers/worker-starter.ts'
import { fields } from './fields.ts'
import { refuseClaim } from './refuse-claim.ts'
import { tellChange } from './tell-change.ts'

/** The tools without which a worker can neither claim nor report. */
const reporting = ['agent.task_get', 'agent.task_query_steps', 'agent.task_claim_step', 'agent.task_update_step']

/** `agent.dispatch_worker`: gives a ready step to a worker. */
export function dispatchWorkerTool(house: House, section: TasksSection | undefined): ToolBody {
  const { pool: most, leaseMs, heartbeatMs } = workerSettings(section)
  return defineToolBody({
    input: z.strictObject({
      task: fields.task,
      step: fields.step.optional().describe('Default: the first step that is ready.'),
      allowed_tools: z
        .array(z.string().min(1).max(200))
        .max(100)
        .optional()
        .describe(
          'The tools of the worker, of those that you have. Default: those of the step, else it only reads files.',
        ),
      definition: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('The agent definition of the worker. Default: that of the step.'),
    }),
    execute: async ({ task: id, step: key, allowed_tools: allowed, definition }, context) => {
      const { principal, workspace, toolCallId } = context
      const { database, task } = await needTask(house, principal, id)
      const starter = await starterOf(house)
      const pool = poolOf(house)
      const place = pool.take(most)
      if (place === undefined) {
        fail(
          'quota_exceeded',
          `All ${most} workers are busy. Wait until one has ended (agent.list_workers), or do a step yourself.`,
        )
      }
      const desk = { database, clock: house.clock, leaseMs }
      const reserved = { session: house.ids.next('dispatch'), run: '', isChild: true }
      const start = async (): Promise<StartedWorker> => {
        const claimed = await claimStep(desk, { task: id, step: key, claimant: reserved })
        if (claimed.status !== 'claimed') {
          const steps = await readSteps(database, id, await timeOf(database, house.clock))
          return refuseClaim(claimed.status, { task, key, steps })
        }
        const { step } = claimed
        const tools = allowed ?? step.allowedTools
        const run = await starter.spawn(
          { principal, workspace, toolCallId },
          {
            task: orderOf(task, step),
            label: `${step.key}: ${step.title}`.slice(0, 60),
            role: 'worker',
            ...defined({
              definition: definition ?? step.worker,
              allowedTools: tools && [...new Set([...tools, ...reporting])],
            }),
          },
        )
        if (run.state === 'rejected') fail(codeOfRejection(run), run.message ?? 'The worker was rejected.')
        await database.transaction(async (transaction) => {
          const now = await timeOf(transaction, house.clock)
          await transaction.run(handOver, id, step.key, reserved.session, run.id)
          await transaction.run(insertWorker, run.id, id, step.key, run.label, principal.session, now)
          await noteChange(transaction, { task: id, step: step.key, change: 'dispatched', session: run.id, now })
        })
        return { run, task: id, step: step.key }
      }
      try {
        const worker = await pool.dispatch(start)
        const watching = watchWorker(worker, { ...desk, starter, heartbeatMs })
        void watching.finally(() => place[Symbol.dispose]())
        await tellChange(house, principal, task, { change: 'dispatched', step: worker.step })
        return toolOutput({
          content: `The worker ${worker.run.id} does the step ${worker.step}. You will be told when it ends: go on with other work, or end your turn. ${pool.size} of ${most} workers are busy.`,
          data: { task: id, step: worker.step, worker: worker.run.id, busy: pool.size, pool: most },
        })
      } catch (error) {
        place[Symbol.dispose]()
        await returnClaims(desk, reserved.session, 'No worker could be started for it.')
        throw error
      }
    },
  })
}

/** `agent.list_workers`: the pool, and the workers of the caller's tasks. */
export function listWorkersTool(house: House, section: TasksSection | undefined): ToolBody {
  const { pool: most, leaseMs } = workerSettings(section)
  return defineToolBody({
    input: z.strictObject({
      task: fields.task.optional().describe('Only workers on this task.'),
      limit: z.int().min(1).max(100).default(20),
    }),
    execute: async ({ task, limit }, { principal }) => {
      const database = await taskDatabase(house)
      const { agent, user } = ownerOf(principal)
      const rows = (await database?.all(listWorkerRows, agent, user, task ?? null, limit)) ?? []
      const now = database === undefined ? 0 : await timeOf(database, house.clock)
      const workers = rows.map((row) => ({
        worker: row.session,
        label: row.label,
        task: row.task,
        ...defined({ step: row.step_key ?? undefined }),
        state: row.status === 'running' && row.seen_at + leaseMs < now ? 'lost' : row.status,
        started_at: new Date(row.started_at).toISOString(),
        ...defined({ ended_at: row.ended_at === null ? undefined : new Date(row.ended_at).toISOString() }),
      }))
      const { size } = poolOf(house)
      const lines = workers.map((each) => `${each.worker}  ${each.state}  ${each.label}  (task ${each.task})`)
      return toolOutput({
        content: [`${size} of ${most} workers of this process are busy.`, ...lines].join('\n'),
        data: { busy: size, pool: most, workers },
      })
    },
  })
}

async function starterOf(house: House): Promise<WorkerStarter> {
  // The room of subagents provides it, if it is there.
  const starter = await house.service('childAgents')
  return (
    starter ??
    fail('tool_not_available', 'No room starts runs below a run here, so there are no workers. Do the steps yourself.')
  )
}

function orderOf({ id, title }: Task, { key, title: what }: Step): string {
  return [
    `You are a worker. The step ${key} ("${what}") of the task ${id} ("${title}") is reserved for you.`,
    `Call agent.task_claim_step with {"task": "${id}", "step": "${key}"} for its instructions and the results of the steps before it.`,
    'Do what it says and nothing else. Then call agent.task_update_step: completed with what the next steps need as result, or failed with the reason as note.',
  ].join('\n')
}
