import { fail } from '@drawbridge/core'
import type { Step, Task } from '../graph/task.ts'

/** Fails with the reason why a step cannot be claimed, and what to do instead. */
export function refuseClaim(
  status: 'ended' | 'unknown' | 'none',
  { task, key, steps }: { readonly task: Task; readonly key: string | undefined; readonly steps: readonly Step[] },
): never {
  if (status === 'ended')
    fail('invalid_target', `The task ${task.id} is no longer open: it was ${task.status}. Stop working on it.`)
  if (status === 'unknown')
    fail('invalid_target', `The task has no step ${JSON.stringify(key)}. Its steps: ${keysOf(steps)}.`)
  const step = steps.find((each) => each.key === key)
  if (step === undefined) fail('invalid_target', describeStandstill(steps))
  return fail('invalid_target', `The step ${step.key} cannot be claimed: ${whyNot(step, steps)}`)
}

function whyNot(step: Step, steps: readonly Step[]): string {
  const missing = step.dependsOn.filter((need) => steps.find(({ key }) => key === need)?.status !== 'completed')
  switch (step.state) {
    case 'in_progress':
      return `${step.claimant?.session ?? 'another'} has claimed it. Take another one.`
    case 'waiting':
      return `it waits for ${missing.join(', ')}. Take one of those, or another one.`
    case 'blocked':
      return `it needs ${missing.join(', ')}, of which one was not completed. The one who leads the task has to change the plan.`
    case 'ready':
      return 'another has just taken it or given it back. Ask again.'
    case 'completed':
    case 'failed':
    case 'cancelled':
      return `it is ${step.state}.`
    default:
      return step.state satisfies never
  }
}

/** Says why nothing can be claimed. */
export function describeStandstill(steps: readonly Step[]): string {
  const count = (state: Step['state']) => steps.filter((step) => step.state === state).length
  const [running, waiting, blocked] = [count('in_progress'), count('waiting'), count('blocked')]
  if (running + waiting + blocked === 0) return 'No step is ready: all of them have ended.'
  const then =
    running > 0
      ? 'Ask again when one of those in progress has ended.'
      : 'No step will become ready until the plan is changed.'
  return `No step is ready: ${running} in progress, ${waiting} waiting, ${blocked} blocked by steps that failed. ${then}`
}

/** Returns the keys of steps for a message. */
export function keysOf(steps: readonly Step[]): string {
  return steps
    .slice(0, 50)
    .map(({ key }) => key)
    .join(', ')
}
