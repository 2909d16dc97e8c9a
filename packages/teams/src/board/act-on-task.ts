import { type Actor, isEnded, nameOfTask, type TaskEventType, type TaskStatus, type TeamTask } from './task.ts'

/** Something that is done with one task. The last five are acts of the supervisor. */
export type TaskAction =
  | { readonly type: 'claim' }
  | { readonly type: 'complete'; readonly result: string }
  | { readonly type: 'cancel'; readonly reason?: string | undefined }
  | { readonly type: 'assign'; readonly assignee: string }
  | { readonly type: 'review'; readonly result?: string | undefined }
  | { readonly type: 'approve'; readonly text?: string | undefined }
  | { readonly type: 'reject'; readonly text: string }
  | { readonly type: 'comment'; readonly kind: 'note' | 'blocker'; readonly text: string }
  | { readonly type: 'progress'; readonly percent: number; readonly step?: string | undefined }
  | { readonly type: 'attach'; readonly path: string }
  | { readonly type: 'ask_user'; readonly text: string }
  | { readonly type: 'clear_ask_user' }
  | {
      readonly type: 'update'
      readonly subject?: string | undefined
      readonly description?: string | undefined
      readonly priority?: number | undefined
      readonly blockedBy?: readonly string[] | undefined
    }
  | { readonly type: 'retry' }
  | { readonly type: 'dispatch' }
  | { readonly type: 'renew' }
  | { readonly type: 'expire' }
  | { readonly type: 'unblock' }
  | { readonly type: 'fail'; readonly reason: string }

/** A consequence of a change outside of the task itself. */
export type TaskEffect =
  /** Tasks that waited for this one may begin. */
  | 'unblock'
  /** The run of the owner ends. */
  | 'stop'
  /** The lead learns of it at once. */
  | 'escalate'
  /** The lead learns of it. */
  | 'tell'
  /** Tasks that are ready are given to their assignees. */
  | 'dispatch'
  /** The user is asked. */
  | 'ask'

/** The facts that a decision needs besides the task. */
export interface BoardFacts {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The length of a lease, in milliseconds. */
  readonly leaseMs: number
  /** Names of blockers that are not over, as `nameOfTask` says. For `update`, those of the new list. */
  readonly openBlockers: readonly string[]
  /** The agents that can own a task. */
  readonly assignable: ReadonlySet<string>
}

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
  const step = perform(task, action, actor, facts)
  return 'refused' in step ? step : { ...step, task: { ...step.task, updatedAt: facts.now } }
}

const leading: ReadonlySet<string> = new Set(['lead', 'person'])
const byLeads: ReadonlySet<TaskAction['type']> = new Set(['cancel', 'assign', 'update', 'retry'])
const byOwner: ReadonlySet<TaskAction['type']> = new Set(['review', 'progress', 'ask_user'])
const bySystem: ReadonlySet<TaskAction['type']> = new Set(['dispatch', 'renew', 'expire', 'unblock', 'fail'])

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
}

function objectionTo(task: TeamTask, action: TaskAction, actor: Actor, facts: BoardFacts): string | undefined {
  const name = nameOfTask(task)
  const isOwner = actor.role !== 'person' && task.assignee === actor.name
  if (bySystem.has(action.type) && actor.role !== 'system') return `Only the supervisor does "${action.type}".`
  if (byLeads.has(action.type) && !leading.has(actor.role)) {
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
      if (task.assignee !== undefined && !isOwner && task.status !== 'stale') {
        return `Task ${name} is assigned to "${task.assignee}". Choose another one: action "list".`
      }
      return undefined
    case 'complete':
      if (isOwner || leading.has(actor.role)) {
        return task.status === 'in_review' && !leading.has(actor.role)
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
      return isOwner || leading.has(actor.role) ? undefined : `Only the owner or the lead can attach files to ${name}.`
    case 'clear_ask_user':
      if (task.question === undefined) return `Task ${name} waits for no answer.`
      return isOwner || leading.has(actor.role)
        ? undefined
        : `Only the owner or the lead can clear the question of ${name}.`
    default:
      return undefined
  }
}

function owned({ assignee }: TeamTask): string {
  return assignee === undefined ? '' : ` (it is that of "${assignee}")`
}

function impossible(task: TeamTask, action: TaskAction['type'], name: string): string {
  if (task.status === 'blocked') return `Task ${name} waits for other tasks, so "${action}" is not possible yet.`
  const way = isEnded(task) && action !== 'retry' ? ' The lead can retry a failed or cancelled task.' : ''
  return `Task ${name} is ${task.status}, so "${action}" is not possible: it needs ${possible[action].join(', ')}.${way}`
}

function perform(task: TeamTask, action: TaskAction, actor: Actor, facts: BoardFacts): TaskStep {
  const { now, leaseMs } = facts
  switch (action.type) {
    case 'claim':
      return changed({ ...task, status: 'in_progress', assignee: actor.name, leaseUntil: now + leaseMs }, 'claimed')
    case 'complete': {
      const owner = task.assignee ?? (leading.has(actor.role) ? undefined : actor.name)
      const done = { ...task, assignee: owner, result: action.result }
      if (task.requiresApproval && !leading.has(actor.role)) return reviewed(done)
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
      return changed({ ...task, question: undefined }, 'answered', { question: task.question?.text ?? '' })
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
        { ...task, status: 'in_progress', leaseUntil: now + leaseMs, dispatches: task.dispatches + 1 },
        'dispatched',
        { assignee: task.assignee, dispatch: task.dispatches + 1 },
      )
    case 'renew':
      return { task: { ...task, leaseUntil: now + leaseMs }, effects: [] }
    case 'expire':
      if ((task.leaseUntil ?? 0) > now) return { refused: `The lease of ${nameOfTask(task)} has not ended.` }
      return changed({ ...task, status: 'stale', leaseUntil: undefined }, 'stale', { assignee: task.assignee ?? '' }, [
        'stop',
        'dispatch',
      ])
    case 'unblock':
      if (facts.openBlockers.length > 0)
        return { refused: `Task ${nameOfTask(task)} waits for ${facts.openBlockers.join(', ')}.` }
      return changed({ ...task, status: 'pending' }, 'unblocked', {}, ['dispatch'])
    case 'fail':
      return failed(task, action.reason)
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
  return changed({ ...over(task, 'completed', undefined), percent: 100 }, type, data, ['unblock', 'tell'])
}

function reviewed(task: TeamTask): TaskStep {
  return changed({ ...task, status: 'in_review', leaseUntil: undefined }, 'reviewed', {}, ['tell'])
}

function failed(task: TeamTask, reason: string): TaskStep {
  return changed(over(task, 'failed', reason), 'failed', { reason }, ['stop', 'tell'])
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
