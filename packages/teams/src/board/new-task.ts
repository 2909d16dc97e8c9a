import type { Team } from '../team/team.ts'
import type { Actor, TaskStarter, TeamTask } from './task.ts'

/** A new task, as its author gives it. */
export interface NewTask {
  readonly subject: string
  readonly description: string
  readonly assignee?: string | undefined
  readonly priority: number
  /** Numbers of tasks that must end first. */
  readonly blockedBy: readonly number[]
  readonly requiresApproval: boolean
  /** The session of the author. */
  readonly session?: string | undefined
  readonly starter?: TaskStarter | undefined
}

/** The facts that a new task needs besides what its author gives. */
export interface NewTaskFacts {
  readonly team: Team
  readonly number: number
  readonly actor: Actor
  /** The tasks that must end first. */
  readonly blockers: readonly TeamTask[]
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Makes a task. Pure. */
export function newTask(given: NewTask, { team, number, actor, blockers, now }: NewTaskFacts): TeamTask {
  return {
    id: `${team.id}-${number}`,
    team: team.id,
    number,
    subject: given.subject,
    description: given.description,
    status: blockers.some((each) => !frees(each)) ? 'blocked' : 'pending',
    priority: given.priority,
    assignee: given.assignee,
    createdBy: actor.name,
    user: actor.user,
    session: given.session,
    starter: given.starter,
    blockedBy: blockers.map(({ id }) => id),
    requiresApproval: given.requiresApproval,
    result: undefined,
    percent: 0,
    step: undefined,
    attachments: [],
    question: undefined,
    leaseUntil: undefined,
    dispatches: 0,
    attempt: 0,
    reason: undefined,
    createdAt: now,
    updatedAt: now,
  }
}

/** Returns why an actor may not create a task, for the model; undefined if it may. Pure. */
export function objectionToCreate(team: Team, actor: Actor, { assignee }: NewTask): string | undefined {
  if (actor.role === 'reviewer' || (actor.role === 'member' && team.settings?.memberRequests !== true)) {
    return `Only the lead "${team.lead}" or a person can create tasks in the team "${team.id}". Ask the lead with team.message.`
  }
  if (assignee === undefined || assignableIn(team).has(assignee)) return undefined
  return `"${assignee}" cannot own tasks of this team. Choose one of: ${[...assignableIn(team)].join(', ')}.`
}

/** Returns the agents that can own tasks: leads plan and review. Pure. */
export function assignableIn({ members, reviewers }: Team): ReadonlySet<string> {
  return new Set([...members, ...reviewers])
}

/** Returns true if what waits for a task may begin. A failed one frees nothing: somebody has to decide first. Pure. */
export function frees({ status }: TeamTask): boolean {
  return status === 'completed' || status === 'cancelled'
}
