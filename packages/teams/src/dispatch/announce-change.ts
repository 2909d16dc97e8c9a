import type { Transaction } from '@drawbridge/store/database'
import type { StoredOutbox } from '@drawbridge/store/jobs'
import type { BoardChange } from '../board/board.ts'
import { nameOfTask } from '../board/task.ts'
import type { Team } from '../team/team.ts'

/** A message to the lead of a team about a task. */
export interface TeamNotice {
  readonly team: string
  readonly lead: string
  readonly user: string
  /** The session in which the task was created. */
  readonly session: string | undefined
  readonly task: number
  /** `teammate:NAME` for what a member did, `system:escalation` for a blocker. */
  readonly sender: string
  /** True if it must not wait for others. */
  readonly isUrgent: boolean
  readonly text: string
}

/** The kinds of messages that supervisors receive: what a lead must learn, what a user is asked, mail for an agent. */
export const boardKinds = { notice: 'teams.notice', ask: 'teams.ask', mail: 'teams.mail' } as const

/** The topics of the database about boards: tasks whose run must end, teams with tasks that may be ready, tasks whose question is settled. */
export const boardTopics = { stop: 'teams.stop', dispatch: 'teams.dispatch', unask: 'teams.unask' } as const

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
        await transaction.publish(boardTopics.dispatch, team.id)
        break
      case 'stop':
        await transaction.publish(boardTopics.stop, task.id)
        break
      case 'unask':
        await transaction.publish(boardTopics.unask, task.id)
        break
      case 'ask':
        await send(boardKinds.ask, { team: team.id, task: task.number })
        break
      case 'tell':
      case 'escalate':
        await send(boardKinds.notice, noticeOf(team, change, effect))
        break
      default:
        effect satisfies never
    }
  }
}

function noticeOf(team: Team, { task, actor, text }: BoardChange, effect: 'tell' | 'escalate'): TeamNotice {
  const isUrgent = effect === 'escalate' && team.settings?.escalation !== false
  return {
    team: team.id,
    lead: team.lead,
    user: task.user,
    session: task.session,
    task: task.number,
    sender: isUrgent ? 'system:escalation' : `teammate:${task.assignee ?? actor.name}`,
    isUrgent,
    text: describe(team, { task, text }),
  }
}

function describe(team: Team, { task, text }: Pick<BoardChange, 'task' | 'text'>): string {
  const name = `Task ${nameOfTask(task)} of the team "${team.id}"`
  const owner = task.assignee === undefined ? '' : ` by "${task.assignee}"`
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
