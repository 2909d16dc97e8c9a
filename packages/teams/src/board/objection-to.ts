import { type Actor, isEnded, isHeld, leads, nameOfTask, type TaskStatus, type TeamTask } from './task.ts'
import type { BoardFacts, TaskAction } from './task-action.ts'

const byLeads: ReadonlySet<TaskAction['type']> = new Set(['cancel', 'assign', 'update', 'retry'])
const byOwner: ReadonlySet<TaskAction['type']> = new Set(['review', 'progress', 'ask_user'])
const bySystem: ReadonlySet<TaskAction['type']> = new Set([
  'dispatch',
  'renew',
  'expire',
  'unblock',
  'fail',
  'judge',
  'wait',
  'remind',
])

/** The states in which each action is possible. */
const possible: Readonly<Record<TaskAction['type'], readonly TaskStatus[]>> = {
  claim: ['pending', 'stale'],
  complete: ['pending', 'stale', 'in_progress', 'in_review'],
  cancel: ['pending', 'blocked', 'in_progress', 'in_review', 'stale'],
  assign: ['pending', 'blocked', 'in_progress', 'stale'],
  review: ['in_progress'],
  approve: ['in_review'],
  reject: ['in_review'],
  comment: ['pending', 'blocked', 'in_progress', 'in_review', 'stale', 'completed', 'failed', 'cancelled'],
  progress: ['in_progress'],
  attach: ['pending', 'blocked', 'in_progress', 'in_review', 'stale'],
  ask_user: ['in_progress'],
  clear_ask_user: ['pending', 'blocked', 'in_progress', 'in_review', 'stale', 'completed', 'failed', 'cancelled'],
  update: ['pending', 'blocked', 'in_progress', 'in_review', 'stale'],
  retry: ['failed', 'cancelled', 'stale'],
  dispatch: ['pending', 'stale'],
  renew: ['in_progress'],
  expire: ['in_progress'],
  unblock: ['blocked'],
  fail: ['pending', 'blocked', 'in_progress', 'in_review', 'stale'],
  answer: ['pending', 'blocked', 'in_progress', 'in_review', 'stale'],
  wait: ['in_progress'],
  remind: ['pending', 'blocked', 'in_progress', 'in_review', 'stale'],
  judge: ['pending', 'blocked', 'in_progress', 'in_review', 'stale'],
}

/** Returns why an actor may not do this to the task as it is, for the model; undefined if it may. Pure. */
export function objectionTo(task: TeamTask, action: TaskAction, actor: Actor, facts: BoardFacts): string | undefined {
  const name = nameOfTask(task)
  const isOwner = actor.role !== 'person' && task.assignee === actor.name
  if (bySystem.has(action.type) && actor.role !== 'system') return `Only the supervisor does "${action.type}".`
  if (byLeads.has(action.type) && !leads(actor)) {
    return `Only the lead of the team or a person can do "${action.type}"; you are a ${actor.role}. Ask the lead with team.message.`
  }
  if (byOwner.has(action.type) && !isOwner) {
    return `Task ${name} is not yours${owned(task)}. Only its owner can do "${action.type}".`
  }
  if (!possible[action.type].includes(task.status)) return impossible(task, action.type, name)
  switch (action.type) {
    case 'claim':
      if (actor.role === 'lead' || actor.role === 'person') {
        return `A ${actor.role} leads and owns no tasks: assign ${name} to a member.`
      }
      if (isPlanned(task, facts)) return planned(name)
      if (task.assignee !== undefined && !isOwner && task.status !== 'stale') {
        return `Task ${name} is assigned to "${task.assignee}". Choose another one: action "list".`
      }
      return undefined
    case 'complete':
      if (!leads(actor) && isPlanned(task, facts)) return planned(name)
      if (isOwner || leads(actor)) {
        return task.status === 'in_review' && !leads(actor)
          ? `Task ${name} is in review. Wait until it is approved or rejected.`
          : undefined
      }
      return task.assignee === undefined && task.status !== 'in_progress' && actor.role === 'member'
        ? undefined
        : `Task ${name} is not yours${owned(task)}. Only its owner or the lead can complete it.`
    case 'approve':
    case 'reject':
      if (isOwner) return `You did ${name} yourself. Somebody else has to ${action.type} it.`
      return actor.role === 'member' ? `Only the lead, a reviewer or a person can ${action.type} ${name}.` : undefined
    case 'assign':
      if (facts.assignable.has(action.assignee)) return undefined
      return `"${action.assignee}" cannot own tasks of this team. Choose one of: ${[...facts.assignable].join(', ')}.`
    case 'comment':
      if (action.kind !== 'blocker') return undefined
      if (task.status !== 'in_progress')
        return `Task ${name} is ${task.status}. A blocker ends work that is in progress.`
      return isOwner ? undefined : `Only the owner of ${name} can say that it is blocked. Leave a note instead.`
    case 'attach':
      return isOwner || leads(actor) ? undefined : `Only the owner or the lead can attach files to ${name}.`
    case 'wait':
      return task.question === undefined ? `Task ${name} waits for no answer.` : undefined
    case 'answer':
      if (actor.role !== 'person') return `Only the user answers the question of ${name}.`
      return task.question === undefined ? `Task ${name} waits for no answer.` : undefined
    case 'remind': {
      const { question } = task
      if (question === undefined) return `Task ${name} waits for no answer.`
      if (question.reminders >= action.most) return `The user was reminded ${question.reminders} times.`
      const isDue = (question.remindedAt ?? question.askedAt) + action.everyMs <= facts.now
      return isDue ? undefined : 'It is too early to remind the user.'
    }
    case 'clear_ask_user':
      if (task.question === undefined) return `Task ${name} waits for no answer.`
      return isOwner || leads(actor) ? undefined : `Only the owner or the lead can clear the question of ${name}.`
    default:
      return undefined
  }
}

/** True if another run may still change what is to be done. */
function isPlanned(task: TeamTask, { now, run }: BoardFacts): boolean {
  return isHeld(task, now) && task.hold?.run !== run
}

function planned(name: string): string {
  return `Task ${name} is still being planned. It can begin when the turn that plans it has ended.`
}

function owned({ assignee }: TeamTask): string {
  return assignee === undefined ? '' : ` (it is that of "${assignee}")`
}

function impossible(task: TeamTask, action: TaskAction['type'], name: string): string {
  if (task.status === 'blocked') {
    const what = task.question === undefined ? 'other tasks' : 'an answer of the user'
    return `Task ${name} waits for ${what}, so "${action}" is not possible yet.`
  }
  const way = isEnded(task) && action !== 'retry' ? ' The lead can retry a failed or cancelled task.' : ''
  return `Task ${name} is ${task.status}, so "${action}" is not possible: it needs ${possible[action].join(', ')}.${way}`
}
