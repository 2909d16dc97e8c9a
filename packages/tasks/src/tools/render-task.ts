import type { ContentBlock } from '@drawbridge/core'
import { defined, shortenMiddle } from '@drawbridge/core/base'
import type { Step, StepState, Task } from '../graph/task.ts'

const marks: Readonly<Record<StepState, string>> = {
  ready: '[ ]',
  waiting: '[.]',
  blocked: '[!]',
  in_progress: '[>]',
  completed: '[x]',
  failed: '[!]',
  cancelled: '[-]',
}

/** The most of one result that is shown with others, in characters. */
const longestShown = 2_000

/** Returns a task with its steps as text: one line for each step. */
export function renderTask({ id, title, status, reason }: Task, steps: readonly Step[]): string {
  const done = steps.filter((step) => step.status === 'completed').length
  const why = reason === undefined ? '' : `: ${reason}`
  return [
    `Task ${id} "${title}" is ${status}${why}. ${done} of ${steps.length} steps done.`,
    ...steps.map(renderStep),
  ].join('\n')
}

/** Returns a step as one line: mark, key, title, what it waits for or who has it. */
export function renderStep({ key, title, state, dependsOn, claimant, attempts }: Step): string {
  const facts = [
    state.replace('_', ' '),
    ...((state === 'waiting' || state === 'blocked') && dependsOn.length > 0 ? [`needs ${dependsOn.join(', ')}`] : []),
    ...(state === 'in_progress' && claimant !== undefined ? [`by ${claimant.session}`] : []),
    ...(attempts > 1 ? [`attempt ${attempts}`] : []),
  ]
  return `${marks[state]} ${key}: ${title} (${facts.join(', ')})`
}

/** Returns what was said about steps. It may hold words of strangers that the one who did the step has read. */
export function renderReports(steps: readonly Step[], tool: string): readonly ContentBlock[] {
  const lines = steps.flatMap(({ key, note, result }) => [
    ...(result === undefined ? [] : [`Result of ${key}:\n${shortenMiddle(result, longestShown)}`]),
    ...(note === undefined ? [] : [`Note on ${key}: ${shortenMiddle(note, longestShown)}`]),
  ])
  if (lines.length === 0) return []
  const label = { sources: [{ tool }], trust: 'untrusted', readers: 'anyone' } as const
  return [{ type: 'text', text: lines.join('\n\n'), label }]
}

/** Returns a step as data. @param withInstructions False for those who have not claimed it. */
export function stepData(step: Step, withInstructions = true) {
  return {
    key: step.key,
    title: step.title,
    state: step.state,
    depends_on: step.dependsOn,
    attempts: step.attempts,
    ...defined({
      instructions: withInstructions ? step.instructions : undefined,
      allowed_tools: step.allowedTools,
      worker: step.worker,
      claimed_by: step.claimant?.session,
      leased_until: isoTime(step.leasedUntil),
      note: step.note,
      result: step.result,
      started_at: isoTime(step.startedAt),
      ended_at: isoTime(step.endedAt),
    }),
  }
}

/** Returns a task as data. */
export function taskData({ id, title, status, reason, session, createdAt, changedAt }: Task) {
  return {
    task: id,
    title,
    status,
    ...defined({ reason }),
    session,
    created_at: isoTime(createdAt),
    changed_at: isoTime(changedAt),
  }
}

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
