import type { Transaction } from '@drawbridge/store/database'
import type { StoredOutbox } from '@drawbridge/store/jobs'
import type { BoardChange } from '../board/board.ts'
import { nameOfTask } from '../board/task.ts'
import type { Team } from '../team/team.ts'

/** What the lead of a team is told about a task. */
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

/** The kinds of messages that the supervisor receives about boards. */
export const boardKinds = {
  notice: 'teams.notice',
  stop: 'teams.stop',
  dispatch: 'teams.dispatch',
  ask: 'teams.ask',
} as const

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
  const address = { team: team.id, task: task.number }
  for (const effect of effects) {
    if (effect === 'dispatch') await send(boardKinds.dispatch, { team: team.id })
    if (effect === 'stop') await send(boardKinds.stop, address)
    if (effect === 'ask') await send(boardKinds.ask, address)
    if (effect === 'tell' || effect === 'escalate') await send(boardKinds.notice, noticeOf(team, change, effect))
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
