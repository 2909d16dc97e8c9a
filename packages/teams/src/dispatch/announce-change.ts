import type { StandingLimits } from '@drawbridge/room'
import type { Transaction } from '@drawbridge/store/database'
import type { StoredOutbox } from '@drawbridge/store/jobs'
import type { BoardChange } from '../board/board.ts'
import { limitsOfStarter } from '../board/keep-limits.ts'
import { nameOfTask, type TaskEventType } from '../board/task.ts'
import type { Team, TeamNotification } from '../team/team.ts'
import { teamTopics } from '../team/team-topics.ts'

/** A message to the lead of a team about a task. */
export interface TeamNotice {
  readonly team: string
  readonly lead: string
  readonly user: string
  /** The session in which the task was created. */
  readonly session: string | undefined
  /** The chat in which the task was created. */
  readonly chat?: string | undefined
  readonly task: number
  /** `teammate:NAME` for what a member did, `system:escalation` for a blocker. */
  readonly sender: string
  /** The limits of the runs that ordered the task, which bind the lead as it learns of it. */
  readonly limits?: readonly StandingLimits[]
  /** True if it must not wait for others. */
  readonly isUrgent: boolean
  readonly text: string
}

/** The kinds of messages that supervisors receive: what a lead must learn, what a user is asked, mail for an agent. */
export const boardKinds = { notice: 'teams.notice', ask: 'teams.ask', mail: 'teams.mail' } as const

/** The outbox recipient at which the supervisors of all processes receive. */
export const supervisorRecipient = 'teams.supervisor'

/** Sends what follows from a change of a board, in the transaction of the change. */
export async function announceChange(
  outbox: Pick<StoredOutbox, 'sendIn'>,
  transaction: Transaction,
  team: Team,
  change: BoardChange,
): Promise<void> {
  const { task, effects } = change
  const send = (kind: string, payload: unknown) =>
    outbox.sendIn(transaction, { recipient: supervisorRecipient, kind, payload })
  for (const effect of effects) {
    switch (effect) {
      case 'dispatch':
      case 'unblock':
        await transaction.publish(teamTopics.dispatch, team.id)
        break
      case 'stop':
        await transaction.publish(teamTopics.stop, task.id)
        break
      case 'unask':
        await transaction.publish(teamTopics.unask, task.id)
        break
      case 'ask':
        await send(boardKinds.ask, { team: team.id, task: task.number })
        break
      case 'escalate':
        if (escalates(team)) await send(boardKinds.notice, noticeOf(team, change, true))
        break
      default:
        effect satisfies never
    }
  }
  if (isTold(team, change)) await send(boardKinds.notice, noticeOf(team, change, false))
}

/** The notification that each kind of change is; undefined if leads are never told of it. */
const notificationOf: Readonly<Partial<Record<TaskEventType, TeamNotification>>> = {
  created: 'created',
  claimed: 'started',
  dispatched: 'started',
  progress: 'progress',
  commented: 'commented',
  reviewed: 'in_review',
  approved: 'completed',
  completed: 'completed',
  failed: 'failed',
  stale: 'stale',
}

/** A team whose settings cannot be read tells what it would tell without any: its lead reads it once the team is open again. */
function isTold({ settings }: Team, { event, actor, effects }: BoardChange): boolean {
  const notification = event && notificationOf[event]
  if (notification === undefined || (settings?.escalation !== false && effects.includes('escalate'))) return false
  // A lead knows what it wrote itself.
  if (actor.role === 'lead' && (notification === 'created' || notification === 'commented')) return false
  return (settings?.notifications ?? usual).includes(notification)
}

const usual: readonly TeamNotification[] = ['in_review', 'completed', 'failed']

function escalates({ settings }: Team): boolean {
  return settings?.escalation !== false
}

function noticeOf(team: Team, change: BoardChange, isUrgent: boolean): TeamNotice {
  const { task, actor } = change
  return {
    team: team.id,
    lead: team.lead,
    user: task.user,
    session: task.session,
    chat: task.starter?.chat,
    task: task.number,
    limits: limitsOfStarter(task.starter),
    sender: isUrgent ? 'system:escalation' : `teammate:${task.assignee ?? actor.name}`,
    isUrgent,
    text: describe(team, change),
  }
}

function describe(team: Team, { task, event, actor, text }: BoardChange): string {
  const name = `Task ${nameOfTask(task)} of the team "${team.id}"`
  const owner = task.assignee === undefined ? '' : ` by "${task.assignee}"`
  if (event === 'created') return `${name} was put on the board by "${actor.name}".`
  if (event === 'progress') return `${name} is at ${task.percent} %.${task.step === undefined ? '' : ` ${task.step}`}`
  if (event === 'commented') return `${name} has a comment by "${actor.name}": ${text ?? ''}`
  switch (task.status) {
    case 'completed':
      return `${name} is completed${owner}. Result: ${task.result ?? ''}`
    case 'in_review':
      return `${name} waits for a review${owner}: approve or reject it with team.tasks. Result: ${task.result ?? 'none was given'}`
    case 'failed':
      return `${name} has failed${owner}. ${task.reason ?? ''} Retry, assign or cancel it with team.tasks.`
    default:
      return `${name} is ${task.status}${owner}.${text === undefined ? '' : ` ${text}`}`
  }
}

/** Returns what notices have in common that are handed over together: their conversation. An urgent one does not wait for others. */
export function leadOf({ team, session, user, isUrgent, task }: TeamNotice): string {
  return JSON.stringify([team, session, user, isUrgent ? task : null])
}
