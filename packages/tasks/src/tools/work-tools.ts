import { fail, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { Step, Task } from '../graph/task.ts'
import { type TasksSection, workerSettings } from '../section.ts'
import { claimStep, updateStep } from '../store/claim-steps.ts'
import { readSteps } from '../store/read-rows.ts'
import { claimantOf, needTask } from '../store/task-access.ts'
import { timeOf } from '../store/time-of.ts'
import { fields } from './fields.ts'
import { describeStandstill, keysOf, refuseClaim } from './refuse-claim.ts'
import { renderReports, renderStep, renderTask, stepData, taskData } from './render-task.ts'
import { tellChange } from './tell-change.ts'

/** `agent.task_get`: a task with its steps. A child reads the instructions of its own step alone. */
export function getTaskTool(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({ task: fields.task }),
    execute: async ({ task: id }, { principal }) => {
      const { database, task } = await needTask(house, principal, id)
      const steps = await readSteps(database, id, await timeOf(database, house.clock))
      const { isChild } = claimantOf(principal)
      const isOpenTo = (step: Step) => !isChild || step.claimant?.session === principal.session
      return toolOutput({
        content: [{ type: 'text', text: renderTask(task, steps) }, ...renderReports(steps, 'agent.task_get')],
        data: { ...taskData(task), steps: steps.map((step) => stepData(step, isOpenTo(step))) },
      })
    },
  })
}

/** `agent.task_query_steps`: the steps of a task, or those that can be claimed now. */
export function querySteps(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      task: fields.task,
      ready: z.boolean().default(false).describe('True for the steps that can be claimed now.'),
    }),
    execute: async ({ task: id, ready }, { principal }) => {
      const { database } = await needTask(house, principal, id)
      const all = await readSteps(database, id, await timeOf(database, house.clock))
      const steps = ready ? all.filter(({ state }) => state === 'ready') : all
      const text = steps.length === 0 ? describeStandstill(all) : steps.map(renderStep).join('\n')
      return toolOutput({ content: text, data: { task: id, steps: steps.map((step) => stepData(step, false)) } })
    },
  })
}

/** `agent.task_claim_step`: takes a step, so that no one else does it. */
export function claimStepTool(house: House, section: TasksSection | undefined): ToolBody {
  const { leaseMs } = workerSettings(section)
  return defineToolBody({
    input: z.strictObject({
      task: fields.task,
      step: fields.step.optional().describe('Default: the first step that is ready.'),
    }),
    execute: async ({ task: id, step: key }, { principal }) => {
      const { database, task } = await needTask(house, principal, id)
      const claimant = claimantOf(principal)
      const claimed = await claimStep({ database, clock: house.clock, leaseMs }, { task: id, step: key, claimant })
      const steps = await readSteps(database, id, await timeOf(database, house.clock))
      if (claimed.status !== 'claimed') return refuseClaim(claimed.status, { task, key, steps })
      const { step, isNew } = claimed
      if (isNew) await tellChange(house, principal, task, { change: 'claimed', step: step.key })
      const needs = steps.filter((each) => step.dependsOn.includes(each.key))
      const other = key !== undefined && key !== step.key
      const text = [
        ...(other
          ? [`You hold the step ${step.key} still, and do one at a time: end it before you claim ${key}.`]
          : []),
        `${isNew ? 'You have claimed' : 'You hold'} the step ${step.key} of ${JSON.stringify(task.title)}: ${step.title}`,
        step.instructions,
        `Say how it goes with agent.task_update_step, at least every ${Math.floor(leaseMs / 2_000)} seconds; end it there as completed, with its result, or as failed, with the reason in note.`,
      ].join('\n')
      return toolOutput({
        content: [{ type: 'text', text }, ...renderReports(needs, 'agent.task_claim_step')],
        data: { task: id, title: task.title, step: stepData(step), needs: needs.map((each) => stepData(each, false)) },
      })
    },
  })
}

/** `agent.task_update_step`: a report of the one who has claimed a step. */
export function updateStepTool(house: House, section: TasksSection | undefined): ToolBody {
  const { leaseMs } = workerSettings(section)
  return defineToolBody({
    input: z.strictObject({
      task: fields.task,
      step: fields.step,
      status: z
        .enum(['in_progress', 'completed', 'failed', 'pending'])
        .describe('in_progress: you still work on it; pending: you give it back so that another can do it.'),
      note: fields.note.optional().describe('What happened; for failed and pending the reason.'),
      result: fields.result.optional().describe('What those who do the next steps need to know.'),
    }),
    check: ({ status, note }) =>
      status === 'failed' && (note ?? '').trim() === '' ? 'Give the reason of the failure in note.' : undefined,
    execute: async ({ task: id, ...update }, { principal }) => {
      const { database, task } = await needTask(house, principal, id)
      const desk = { database, clock: house.clock, leaseMs }
      const step = await updateStep(desk, { task: id, claimant: claimantOf(principal), ...update })
      const steps = await readSteps(database, id, await timeOf(database, house.clock))
      if (step === undefined) return refuseUpdate(task, steps, update.step)
      const change = update.status === 'pending' ? 'returned' : update.status
      await tellChange(house, principal, task, { change, step: step.key })
      const open = steps.filter(({ status }) => status === 'pending' || status === 'in_progress').length
      const ready = steps.filter(({ state }) => state === 'ready').map((each) => each.key)
      const next =
        open === 0
          ? 'No step of the task is left.'
          : `${open} steps are left; ready: ${ready.slice(0, 20).join(', ') || 'none'}.`
      return toolOutput({
        content: `The step ${step.key} is ${step.status.replace('_', ' ')}. ${next}`,
        data: { task: id, step: stepData(step, false), open, ready },
      })
    },
  })
}

function refuseUpdate(task: Task, steps: readonly Step[], key: string): never {
  const step = steps.find((each) => each.key === key)
  if (step === undefined)
    fail('invalid_target', `The task has no step ${JSON.stringify(key)}. Its steps: ${keysOf(steps)}.`)
  if (task.status !== 'open') {
    fail('invalid_target', `The task ${task.id} is no longer open: it was ${task.status}. Stop working on it.`)
  }
  if (step.status === 'in_progress') {
    fail(
      'invalid_target',
      `The step ${key} is claimed by ${step.claimant?.session ?? 'another'}, and only who has claimed it can change it.`,
    )
  }
  if (step.status === 'pending') {
    fail(
      'invalid_target',
      `You do not hold the step ${key}: claim it first with agent.task_claim_step. A claim without a sign of life ends.`,
    )
  }
  return fail('invalid_target', `The step ${key} is ${step.status} and does not change any more.`)
}
