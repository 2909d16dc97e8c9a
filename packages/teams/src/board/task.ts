import type { Principal } from '@drawbridge/core'
import type { StandingLimits } from '@drawbridge/room'

/** The states of a task on the board of a team. */
export const taskStatuses = [
  'pending',
  'in_progress',
  'in_review',
  'blocked',
  'completed',
  'failed',
  'cancelled',
  'stale',
] as const

/** The state of a task. `stale`: its owner gave no sign of life until the end of the lease. */
export type TaskStatus = (typeof taskStatuses)[number]

/** The states that nothing but a retry ends. */
const ended: ReadonlySet<TaskStatus> = new Set(['completed', 'failed', 'cancelled'])

/** Returns true if a task is over. */
export function isEnded({ status }: Pick<TeamTask, 'status'>): boolean {
  return ended.has(status)
}

/** A question that a task waits for. Times in milliseconds since the Unix epoch. */
export interface TaskQuestion {
  readonly text: string
  readonly askedAt: number
  /** The number of times that the user was reminded. */
  readonly reminders: number
  /** The time of the last reminder. */
  readonly remindedAt?: number
}

/** The run that created a task, with the limits that runs for the task keep. */
export interface TaskStarter {
  /** The run and the ones above it, nearest first. */
  readonly parents: Principal['parents']
  /** The chat in which it was created. Undefined if it has none. */
  readonly chat?: string
  /** The channel of that chat. Undefined if it is not known. */
  readonly channel?: string
  /** Undefined if its limits are not known. */
  readonly limits?: StandingLimits
  /** Those of other runs that gave orders for the task. */
  readonly furtherLimits?: readonly StandingLimits[]
}

/** The run that still plans a task: nobody begins the task before the run ends. */
export interface TaskHold {
  /** The id of the run. */
  readonly run: string
  /** The time until which it holds if the run gives no sign of life, in milliseconds since the Unix epoch. */
  readonly until: number
}

/** A task on the board of a team. Times in milliseconds since the Unix epoch. */
export interface TeamTask {
  /** The id of the team and the number: `shop-12`. */
  readonly id: string
  readonly team: string
  /** Counts from 1 in each team. */
  readonly number: number
  readonly subject: string
  readonly description: string
  readonly status: TaskStatus
  /** The higher one is done first. */
  readonly priority: number
  /** The agent that does it. */
  readonly assignee: string | undefined
  /** The agent or person who created it. */
  readonly createdBy: string
  /** The user for whom it is done. Runs for others do not see it. */
  readonly user: string
  /** The session in which it was created: that of the lead, say. */
  readonly session: string | undefined
  /** Ids of tasks that must end first. */
  readonly blockedBy: readonly string[]
  /** True if its owner cannot complete it alone. */
  readonly requiresApproval: boolean
  readonly result: string | undefined
  /** From 0 to 100. */
  readonly percent: number
  /** The step that its owner is at, in its own words. */
  readonly step: string | undefined
  /** Paths of files in the folder of the team. */
  readonly attachments: readonly string[]
  readonly question: TaskQuestion | undefined
  /** The end of the owner's lease. */
  readonly leaseUntil: number | undefined
  /** The number of times that it was given to its assignee since a person or the lead last decided about it. */
  readonly dispatches: number
  /** The number of times that somebody began it. Never goes back, so that it tells one run from the next. */
  readonly attempt: number
  /** The reason of its failure or cancellation. */
  readonly reason: string | undefined
  /** Undefined if a person created it, and no run gave orders for it. */
  readonly starter?: TaskStarter | undefined
  /** Undefined if no run holds it back. */
  readonly hold?: TaskHold | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** A comment on a task. */
export interface TaskComment {
  readonly task: string
  readonly author: string
  readonly kind: 'note' | 'blocker'
  readonly text: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

/** The kinds of changes that the record of a board has. */
export const taskEventTypes = [
  'created',
  'assigned',
  'claimed',
  'dispatched',
  'progress',
  'commented',
  'updated',
  'attached',
  'asked',
  'answered',
  'reminded',
  'waits',
  'reviewed',
  'approved',
  'rejected',
  'completed',
  'failed',
  'cancelled',
  'stale',
  'retried',
  'unblocked',
  'judged',
] as const

/** The kind of a change. */
export type TaskEventType = (typeof taskEventTypes)[number]

/** A change of a task, as it stays in the record. */
export interface TaskEvent {
  readonly task: string
  readonly type: TaskEventType
  /** The agent or person; `system` for the supervisor. */
  readonly actor: string
  /** The user for whom the actor ran. */
  readonly user: string
  /** `reason`, `comment_text`, `progress_percent`, `before` and `after`, as the type has them. */
  readonly data: Readonly<Record<string, unknown>>
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

/** The part that someone plays on a board. A person can do what a lead can. */
export type ActorRole = 'lead' | 'member' | 'reviewer' | 'person' | 'system'

/** The author of a change. */
export interface Actor {
  readonly role: ActorRole
  /** The id of an agent or the name of a person. */
  readonly name: string
  /** The user for whom the actor runs. */
  readonly user: string
  /** The limits of the run that acts. Undefined for people and supervisors, and if they are not known. */
  readonly limits?: StandingLimits | undefined
}

/** Returns true if an actor leads the team: a person can do what a lead can. */
export function leads({ role }: Pick<Actor, 'role'>): boolean {
  return role === 'lead' || role === 'person'
}

/** Returns true if a task is still in the hands of the run that began it. */
export function isSameRun({ attempt }: Pick<TeamTask, 'attempt'>, now: Pick<TeamTask, 'attempt' | 'status'>): boolean {
  return now.status === 'in_progress' && now.attempt === attempt
}

/** The time after which a run without a sign of life holds nothing back, in milliseconds. */
export const holdMs = 60_000

/** Returns true if a run holds a task back at this time. */
export function isHeld({ hold }: Pick<TeamTask, 'hold'>, now: number): boolean {
  return hold !== undefined && hold.until > now
}

/** Returns the name of a task for people and models: `#12 "Write the report"`. */
export function nameOfTask({ number, subject }: Pick<TeamTask, 'number' | 'subject'>): string {
  return `#${number} ${JSON.stringify(subject)}`
}
