import { defined } from '@drawbridge/core/base'
import { boundBy } from './keep-limits.ts'
import { objectionTo } from './objection-to.ts'
import { type Actor, leads, nameOfTask, type TaskEventType, type TaskStatus, type TeamTask } from './task.ts'
import type { BoardFacts, TaskAction } from './task-action.ts'

/** A consequence of a change outside of the task itself. */
export type TaskEffect =
  /** Tasks that waited for this one may begin. */
  | 'unblock'
  /** The run of the owner ends. */
  | 'stop'
  /** The lead learns of it at once. */
  | 'escalate'
  /** Tasks that are ready are given to their assignees. */
  | 'dispatch'
  /** The user is asked. */
  | 'ask'
  /** Nobody needs to answer any more. */
  | 'unask'

/** A decision: the changed task with what is recorded, or the reason why nothing changes, for the model. */
export type TaskStep =
  | {
      readonly task: TeamTask
      /** Undefined if it is not worth a row. */
      readonly event?: { readonly type: TaskEventType; readonly data: Readonly<Record<string, unknown>> }
      readonly effects: readonly TaskEffect[]
    }
  | { readonly refused: string }

/** The number of times that a task is given to its assignee before it fails. */
export const mostDispatches = 3

/** The longest reason that a failed task keeps of a blocker, in characters. */
const longestReason = 500

/** Decides what an action makes of a task. Pure. */
export function actOnTask(task: TeamTask, action: TaskAction, actor: Actor, facts: BoardFacts): TaskStep {
  const objection = objectionTo(task, action, actor, facts)
  if (objection !== undefined) return { refused: objection }
  const step = perform(boundBy(task, action, actor), action, actor, facts)
  if ('refused' in step) return step
  const isUnasked = task.question !== undefined && task.question.askedAt !== step.task.question?.askedAt
  return {
    ...step,
    task: { ...step.task, updatedAt: facts.now },
    effects: isUnasked ? [...step.effects, 'unask'] : step.effects,
  }
}

function perform(task: TeamTask, action: TaskAction, actor: Actor, facts: BoardFacts): TaskStep {
  const { now, leaseMs } = facts
  switch (action.type) {
    case 'claim':
      return changed(
        {
          ...task,
          status: 'in_progress',
          assignee: actor.name,
          leaseUntil: now + leaseMs,
          attempt: task.attempt + 1,
          hold: undefined,
        },
        'claimed',
      )
    case 'complete': {
      const owner = task.assignee ?? (leads(actor) ? undefined : actor.name)
      const done = { ...task, assignee: owner, result: action.result }
      if ((task.requiresApproval && !leads(actor)) || action.needsReview === true) return reviewed(done)
      return completed(done, {})
    }
    case 'cancel':
      return changed(over(task, 'cancelled', action.reason), 'cancelled', { reason: action.reason ?? '' }, [
        'unblock',
        ...(task.status === 'in_progress' ? (['stop'] as const) : []),
      ])
    case 'assign': {
      const running = task.status === 'in_progress'
      const status = task.status === 'blocked' ? 'blocked' : 'pending'
      const data = { before: task.assignee ?? null, after: action.assignee }
      const next = { ...task, status, assignee: action.assignee, leaseUntil: undefined, dispatches: 0 } as const
      return changed(next, 'assigned', data, running ? ['stop', 'dispatch'] : ['dispatch'])
    }
    case 'review':
      return reviewed({ ...task, result: action.result ?? task.result })
    case 'approve':
      return completed(
        { ...task, result: task.result ?? '' },
        action.text === undefined ? {} : { reason: action.text },
        'approved',
      )
    case 'reject':
      if (task.assignee === undefined) {
        return changed(over(task, 'cancelled', action.text), 'rejected', { reason: action.text }, ['unblock'])
      }
      return changed({ ...task, status: 'pending', dispatches: 0 }, 'rejected', { reason: action.text }, ['dispatch'])
    case 'comment':
      return commented(task, action)
    case 'progress': {
      const percent = Math.max(task.percent, action.percent)
      const next = { ...task, percent, step: action.step ?? task.step, leaseUntil: now + leaseMs }
      return changed(next, 'progress', { progress_percent: percent, progress_step: next.step ?? '' })
    }
    case 'attach':
      if (task.attachments.includes(action.path)) return { task, effects: [] }
      return changed({ ...task, attachments: [...task.attachments, action.path] }, 'attached', { path: action.path })
    case 'ask_user':
      return changed(
        { ...task, question: { text: action.text, askedAt: now, reminders: 0 } },
        'asked',
        { question: action.text },
        ['ask'],
      )
    case 'clear_ask_user':
      return answered(task, facts, {})
    case 'answer':
      return answered(task, facts, { answer: action.text })
    case 'wait': {
      // Somebody decides about it next, so that it did not fail.
      const next = { ...task, status: 'blocked', leaseUntil: undefined, dispatches: 0 } as const
      return changed(next, 'waits', { question: task.question?.text ?? '' })
    }
    case 'remind': {
      if (task.question === undefined) return { refused: 'Nobody was asked.' }
      const question = { ...task.question, reminders: task.question.reminders + 1, remindedAt: now }
      const data = { question: question.text, reminder: question.reminders }
      return changed({ ...task, question }, 'reminded', data, ['ask'])
    }
    case 'update':
      return updated(task, action, facts)
    case 'retry':
      return changed(
        {
          ...task,
          status: facts.openBlockers.length > 0 ? 'blocked' : 'pending',
          dispatches: 0,
          reason: undefined,
          leaseUntil: undefined,
          percent: 0,
        },
        'retried',
        { before: task.status },
        ['dispatch'],
      )
    case 'dispatch':
      if (task.assignee === undefined) return { refused: `Task ${nameOfTask(task)} has no assignee.` }
      if (task.dispatches >= mostDispatches)
        return failed(task, `It was given to "${task.assignee}" ${mostDispatches} times without an end.`)
      return changed(
        {
          ...task,
          status: 'in_progress',
          leaseUntil: now + leaseMs,
          dispatches: task.dispatches + 1,
          attempt: task.attempt + 1,
          hold: undefined,
        },
        'dispatched',
        { assignee: task.assignee, dispatch: task.dispatches + 1 },
      )
    case 'renew':
      return { task: { ...task, leaseUntil: now + leaseMs }, effects: [] }
    case 'expire':
      if (action.reason === undefined && (task.leaseUntil ?? 0) > now)
        return { refused: `The lease of ${nameOfTask(task)} has not ended.` }
      return changed(
        {
          ...task,
          status: 'stale',
          leaseUntil: undefined,
          dispatches: action.counts === false ? Math.max(0, task.dispatches - 1) : task.dispatches,
        },
        'stale',
        { assignee: task.assignee ?? '', reason: action.reason ?? 'the lease has ended' },
        ['stop', 'dispatch'],
      )
    case 'unblock':
      if (facts.openBlockers.length > 0)
        return { refused: `Task ${nameOfTask(task)} waits for ${facts.openBlockers.join(', ')}.` }
      if (task.question !== undefined) return { refused: `Task ${nameOfTask(task)} waits for an answer.` }
      return changed({ ...task, status: 'pending' }, 'unblocked', {}, ['dispatch'])
    case 'fail':
      return failed(task, action.reason)
    case 'judge': {
      const { isPassed, gate, feedback } = action
      return changed(task, 'judged', { passed: isPassed, ...defined({ gate, feedback }) })
    }
    default:
      return action satisfies never
  }
}

function changed(
  task: TeamTask,
  type: TaskEventType,
  data: Readonly<Record<string, unknown>> = {},
  effects: readonly TaskEffect[] = [],
): TaskStep {
  return { task, event: { type, data }, effects }
}

/** A task that is over holds no lease and waits for no answer. */
function over(task: TeamTask, status: TaskStatus, reason: string | undefined): TeamTask {
  return { ...task, status, reason, leaseUntil: undefined, question: undefined }
}

function completed(
  task: TeamTask,
  data: Readonly<Record<string, unknown>>,
  type: TaskEventType = 'completed',
): TaskStep {
  return changed({ ...over(task, 'completed', undefined), percent: 100 }, type, data, ['unblock'])
}

function reviewed(task: TeamTask): TaskStep {
  return changed({ ...task, status: 'in_review', leaseUntil: undefined }, 'reviewed')
}

function failed(task: TeamTask, reason: string): TaskStep {
  return changed(over(task, 'failed', reason), 'failed', { reason }, ['stop'])
}

function answered(task: TeamTask, { openBlockers }: BoardFacts, data: Readonly<Record<string, unknown>>): TaskStep {
  const told = { question: task.question?.text ?? '', ...data }
  const mayBegin = task.status === 'blocked' && openBlockers.length === 0
  if (!mayBegin) return changed({ ...task, question: undefined }, 'answered', told)
  return changed({ ...task, question: undefined, status: 'pending' }, 'answered', told, ['dispatch'])
}

function commented(task: TeamTask, { kind, text }: Extract<TaskAction, { type: 'comment' }>): TaskStep {
  const data = { comment_text: text, comment_type: kind }
  if (kind === 'note') return changed(task, 'commented', data)
  const reason = `Blocked: ${text}`.slice(0, longestReason)
  return changed(over(task, 'failed', reason), 'failed', { ...data, reason }, ['stop', 'escalate'])
}

function updated(task: TeamTask, action: Extract<TaskAction, { type: 'update' }>, facts: BoardFacts): TaskStep {
  const { type: _, ...fields } = action
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) return { refused: 'Give what to change: subject, description, priority or blocked_by.' }
  const waits = facts.openBlockers.length > 0
  const isOpen = task.status === 'pending' || task.status === 'blocked'
  if (waits && action.blockedBy !== undefined && !isOpen) {
    return { refused: `Task ${nameOfTask(task)} is ${task.status}: it can wait for no other task any more.` }
  }
  const next: TeamTask = {
    ...task,
    ...Object.fromEntries(given),
    ...(action.blockedBy !== undefined && isOpen
      ? { status: waits ? ('blocked' as const) : ('pending' as const) }
      : {}),
  }
  const before = Object.fromEntries(given.map(([key]) => [key, task[key as keyof TeamTask] ?? null]))
  return changed(
    next,
    'updated',
    { before, after: Object.fromEntries(given) },
    next.status === 'pending' ? ['dispatch'] : [],
  )
}
