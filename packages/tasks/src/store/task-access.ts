import { fail, type Principal } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import type { Claimant, Task } from '../graph/task.ts'
import { poolOf } from '../workers/worker-pool.ts'
import { readTask } from './read-rows.ts'
import { findTaskRow, findWorker } from './task-statements.ts'

/** The owner of tasks. */
export interface TaskOwner {
  readonly agent: string
  readonly user: string
}

/** The agent and the user of callers that name none. */
const unnamed = { agent: 'default', user: 'local' } as const

/** Returns the owner of what a caller plans. */
export function ownerOf({ agent, user }: Pick<Principal, 'agent' | 'user'>): TaskOwner {
  return { agent: agent ?? unnamed.agent, user: user ?? unnamed.user }
}

/** Returns a caller as one who claims: a child by its run, a main run by its session, which outlasts its messages. */
export function claimantOf({ session, run, role }: Pick<Principal, 'session' | 'run' | 'role'>): Claimant {
  const isChild = role !== 'main' && role !== 'orchestrator'
  return { session, run: isChild ? run : '', isChild }
}

/** Returns the database of the tasks; undefined if nothing was ever stored. */
export async function taskDatabase({ database }: Pick<House, 'database'>): Promise<Database | undefined> {
  if ((await database.options()) === undefined) {
    fail(
      'store_unavailable',
      'Tasks are kept in the database, and the operator has turned the database off (store.kind "files"). Plan with todo.write.',
    )
  }
  return database.find()
}

/**
 * Finds a task that the caller may see: one of its own agent and user. A child also sees those of the agents above it, and a dispatched
 * worker only the task that it was dispatched for. What others have does not exist for it.
 */
export async function needTask(
  house: Pick<House, 'database'>,
  principal: Principal,
  id: string,
): Promise<{ readonly database: Database; readonly task: Task }> {
  // The step of a worker is handed over to it once it has started.
  if (claimantOf(principal).isChild) await poolOf(house).settled()
  const database = await taskDatabase(house)
  const row = await database?.get(findTaskRow, id)
  if (database !== undefined && row !== undefined && (await maySee(database, principal, readTask(row)))) {
    return { database, task: readTask(row) }
  }
  return fail('invalid_target', `You have no task ${JSON.stringify(id)}. agent.task_list shows those that there are.`)
}

async function maySee(database: Database, principal: Principal, task: Task): Promise<boolean> {
  const { agent, user } = ownerOf(principal)
  if (task.user !== user) return false
  if (!claimantOf(principal).isChild) return task.agent === agent
  const worker = await database.get(findWorker, principal.session)
  if (worker !== undefined) return worker.task === task.id
  return task.agent === agent || principal.parents.some((parent) => (parent.agent ?? unnamed.agent) === task.agent)
}
