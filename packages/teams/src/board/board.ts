import type { Clock } from '@drawbridge/core/base'
import { findCycle } from '@drawbridge/core/graph'
import { changedTopic, type InTurn, takeTurns } from '@drawbridge/room'
import { type Database, statement, type Transaction } from '@drawbridge/store/database'
import { planDispatch } from '../dispatch/plan-dispatch.ts'
import type { Team } from '../team/team.ts'
import { worksFor } from '../team/team-access.ts'
import { findTeam } from '../team/team-store.ts'
import { teamTopics } from '../team/team-topics.ts'
import { actOnTask, type TaskEffect, type TaskStep } from './act-on-task.ts'
import { recordComment, recordTaskEvent } from './board-record.ts'
import { assignableIn, frees, type NewTask, newTask, objectionToCreate } from './new-task.ts'
import { type Actor, holdMs, nameOfTask, type TaskComment, type TaskEventType, type TeamTask } from './task.ts'
import type { TaskAction } from './task-action.ts'
import { endHoldsOf, findTask, listBegun, listTasks, listWaitingFor, saveBlockers, saveTask } from './task-rows.ts'

/** A change of the board with its consequences. */
export interface BoardChange {
  readonly task: TeamTask
  readonly effects: readonly TaskEffect[]
  /** The kind of the change. Undefined if it is not worth a row of the record. */
  readonly event: TaskEventType | undefined
  readonly actor: Actor
  /** The text that goes with the change: the reason of a failure, the question to the user. */
  readonly text: string | undefined
}

/** A change, or the reason for the model why nothing was changed. */
export type BoardResult = { readonly task: TeamTask } | { readonly refused: string }

/** The means of a board. */
export interface BoardParts {
  readonly database: Database
  readonly clock: Pick<Clock, 'now'>
  /** The length of a lease, in milliseconds. */
  readonly leaseMs: number
  /** The run that acts, if what it makes ready is held back until it ends. */
  readonly run?: string | undefined
  /** Called for each change in its transaction, so that what follows from it is kept with it or not at all. */
  announce(transaction: Transaction, team: Team, change: BoardChange): Promise<void>
}

/** The board of a team. */
export interface Board {
  create(actor: Actor, task: NewTask): Promise<BoardResult>
  act(actor: Actor, number: number, action: TaskAction): Promise<BoardResult>
  /**
   * Gives ready tasks to their assignees, one at a time to each. A task that was given out too often fails instead.
   * @param most The most tasks to give out.
   * @returns the tasks that were given out.
   */
  dispatch(most: number, out?: ReadonlySet<string>): Promise<readonly TeamTask[]>
  /** Lets everything begin that a run held back. */
  release(run: string): Promise<void>
}

// Each change of a board first locks its team, so that no decision is made on what another process is changing.
const lockTeam = statement<[team: string]>('update teams_teams set next_number = next_number where id = $1')
const takeNumber = statement<[team: string], { number: number }>(
  'update teams_teams set next_number = next_number + 1 where id = $1 returning next_number - 1 as number',
)

/**
 * Opens the board of a team. Its changes wait for each other in this process before they take a connection, so that any number of them at
 * once needs one connection of the database.
 */
export function openBoard(parts: BoardParts, team: Team): Board {
  const inTurn = turnsOf(parts.database, team.id)
  const change = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> =>
    inTurn(() => parts.database.transaction(work))
  return {
    create: (actor, task) => change((transaction) => createTask(parts, transaction, team, actor, task)),
    act: (actor, number, action) =>
      change(async (transaction) => {
        await transaction.run(lockTeam, team.id)
        const task = await findTask(transaction, team.id, number)
        if (task === undefined || !sees(actor, task))
          return { refused: `The team "${team.id}" has no task #${number}.` }
        return perform(parts, transaction, team, { actor, task, action })
      }),
    dispatch: (most, out) =>
      change(async (transaction) => {
        await transaction.run(lockTeam, team.id)
        const given: TeamTask[] = []
        // The team of the caller may be an old one: members come and go.
        const now = await findTeam(transaction, team.id)
        const mayWork = ({ assignee: agent, user }: TeamTask) =>
          now !== undefined && out?.has(user) !== true && (agent === undefined || worksFor(now, { agent, user }))
        const begun = (await listBegun(transaction, team.id)).filter(mayWork)
        for (const { number } of planDispatch(begun, parts.clock.now())) {
          if (given.length >= most) break
          const task = await findTask(transaction, team.id, number)
          if (task === undefined) continue
          const actor = { ...system, user: task.user }
          const result = await perform(parts, transaction, team, { actor, task, action: { type: 'dispatch' } })
          if ('task' in result && result.task.status === 'in_progress') given.push(result.task)
        }
        return given
      }),
    release: (run) =>
      change(async (transaction) => {
        await transaction.run(lockTeam, team.id)
        if ((await endHoldsOf(transaction, run)) > 0) await transaction.publish(teamTopics.dispatch, team.id)
      }),
  }
}

const turns = new WeakMap<Database, Map<string, InTurn>>()

function turnsOf(database: Database, team: string): InTurn {
  const ofDatabase = turns.get(database) ?? new Map<string, InTurn>()
  turns.set(database, ofDatabase)
  const inTurn = ofDatabase.get(team) ?? takeTurns()
  ofDatabase.set(team, inTurn)
  return inTurn
}

/** Returns true if an actor sees a task: a person sees all, an agent those of the user that it works for. */
export function sees({ role, user }: Actor, task: TeamTask): boolean {
  return role === 'person' || role === 'system' || task.user === user
}

async function createTask(
  parts: BoardParts,
  transaction: Transaction,
  team: Team,
  actor: Actor,
  given: NewTask,
): Promise<BoardResult> {
  const objection = objectionToCreate(team, actor, given)
  if (objection !== undefined) return { refused: objection }
  if ((await transaction.run(lockTeam, team.id)) === 0) return { refused: `The team "${team.id}" was removed.` }
  const blockers = await blockersOf(transaction, team, actor, given.blockedBy)
  if ('refused' in blockers) return blockers
  // A refused task uses up no number.
  const { number } = (await transaction.get(takeNumber, team.id)) ?? { number: 0 }
  const made = newTask(given, { team, number, actor, blockers: blockers.tasks, now: parts.clock.now() })
  const task = heldBack(parts, made, 'created')
  await saveTask(transaction, task)
  await saveBlockers(transaction, task)
  const data = { assignee: task.assignee ?? null, blocked_by: task.blockedBy }
  await finish(
    parts,
    transaction,
    team,
    actor,
    { task, event: { type: 'created', data }, effects: ['dispatch'] },
    undefined,
  )
  return { task }
}

async function blockersOf(
  transaction: Transaction,
  team: Team,
  actor: Actor,
  numbers: readonly number[],
): Promise<{ readonly tasks: readonly TeamTask[] } | { readonly refused: string }> {
  const tasks: TeamTask[] = []
  for (const number of new Set(numbers)) {
    const task = await findTask(transaction, team.id, number)
    if (task === undefined || !sees(actor, task)) {
      return { refused: `blocked_by names #${number}, but the team "${team.id}" has no such task.` }
    }
    tasks.push(task)
  }
  return { tasks }
}

interface Act {
  readonly actor: Actor
  readonly task: TeamTask
  readonly action: TaskAction
}

async function perform(parts: BoardParts, transaction: Transaction, team: Team, act: Act): Promise<BoardResult> {
  const { actor, task, action } = act
  const blockedBy = action.type === 'update' ? action.blockedBy : undefined
  const numbers = (blockedBy ?? task.blockedBy).map((id) => Number(id.slice(team.id.length + 1)))
  const blockers = await blockersOf(transaction, team, actor, numbers)
  if ('refused' in blockers) return blockers
  if (blockedBy !== undefined) {
    const objection = await cycleObjection(transaction, { ...task, blockedBy })
    if (objection !== undefined) return { refused: objection }
  }
  const openBlockers = blockers.tasks.filter((each) => !frees(each)).map(nameOfTask)
  const decided = actOnTask(task, action, actor, {
    ...{ now: parts.clock.now(), leaseMs: parts.leaseMs, run: parts.run },
    ...{ openBlockers, assignable: assignableIn(team) },
  })
  if ('refused' in decided) return decided
  const step = { ...decided, task: heldBack(parts, decided.task, decided.event?.type) }
  await saveTask(transaction, step.task)
  if (blockedBy !== undefined) await saveBlockers(transaction, step.task)
  const comment = commentOf(action, task)
  if (comment !== undefined) {
    await recordComment(transaction, { task: task.id, author: actor.name, ...comment, at: parts.clock.now() })
  }
  await finish(parts, transaction, team, actor, step, textOf(action))
  return { task: step.task }
}

/** The changes by which a run plans what others do. */
const planning: ReadonlySet<TaskEventType | undefined> = new Set([
  ...(['created', 'assigned', 'updated', 'retried', 'rejected', 'unblocked'] as const),
])

/** A run may still change what it plans, so that nobody begins it before the run ends. */
function heldBack({ run, clock }: BoardParts, task: TeamTask, event: TaskEventType | undefined): TeamTask {
  const isOpen = task.status === 'pending' || task.status === 'stale' || task.status === 'blocked'
  if (run === undefined || !isOpen || !planning.has(event)) return task
  return { ...task, hold: { run, until: clock.now() + holdMs } }
}

/** The comment that goes with an action. */
function commentOf(action: TaskAction, { question }: TeamTask): Pick<TaskComment, 'kind' | 'text'> | undefined {
  switch (action.type) {
    case 'comment':
      return { kind: action.kind, text: action.text }
    case 'reject':
      return { kind: 'note', text: action.text }
    case 'answer':
      return { kind: 'note', text: `Answer to ${JSON.stringify(question?.text ?? '')}: ${action.text}` }
    default:
      return undefined
  }
}

async function cycleObjection(transaction: Transaction, changed: TeamTask): Promise<string | undefined> {
  const tasks = (await listTasks(transaction, changed.team)).map((each) => (each.id === changed.id ? changed : each))
  // The search begins with the changed task: a circle that is new runs through it.
  const cycle = findCycle([changed, ...tasks].map(({ id, blockedBy }) => ({ key: id, dependsOn: blockedBy })))
  if (cycle === undefined) return undefined
  const path = cycle.map((id) => `#${id.slice(changed.team.length + 1)}`).join(' waits for ')
  return `These tasks would wait for each other: ${path}. Take one of them out of blocked_by.`
}

async function finish(
  parts: BoardParts,
  transaction: Transaction,
  team: Team,
  actor: Actor,
  { task, event, effects }: Exclude<TaskStep, { refused: string }>,
  text: string | undefined,
): Promise<void> {
  if (event !== undefined) {
    const { type, data } = event
    const at = parts.clock.now()
    await recordTaskEvent(transaction, team.id, { task: task.id, type, actor: actor.name, user: actor.user, data, at })
    await transaction.publish(changedTopic, 'teams')
  }
  await parts.announce(transaction, team, { task, effects, event: event?.type, actor, text })
  if (effects.includes('unblock')) await unblockDependants(parts, transaction, team, task)
}

const system = { role: 'system', name: 'system' } as const

async function unblockDependants(
  parts: BoardParts,
  transaction: Transaction,
  team: Team,
  ended: TeamTask,
): Promise<void> {
  for (const task of await listWaitingFor(transaction, ended)) {
    // Refused while it waits for another one.
    await perform(parts, transaction, team, {
      actor: { ...system, user: task.user },
      task,
      action: { type: 'unblock' },
    })
  }
}

function textOf(action: TaskAction): string | undefined {
  switch (action.type) {
    case 'ask_user':
    case 'comment':
    case 'reject':
      return action.text
    case 'cancel':
    case 'fail':
      return action.reason
    default:
      return undefined
  }
}
