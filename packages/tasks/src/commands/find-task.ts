import { DrawbridgeError } from '@drawbridge/core'
import { explainAmbiguous, findByPrefix, type HouseGround } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import type { Task } from '../graph/task.ts'
import { readTask } from '../store/read-rows.ts'
import { listTaskRows } from '../store/task-statements.ts'

/** The argument that names a task. */
export const idArgument = { name: 'id', summary: 'id of the task, or a unique prefix' }

/** The option of all commands that print. */
export const jsonOption = { flags: '--json', summary: 'write one JSON object' }

/** The most tasks among which one is looked for by a prefix, latest first. */
const mostSearched = 10_000

/**
 * Finds a task by its id or a beginning of it. Of several that begin so, one that is open alone is meant.
 * @throws DrawbridgeError `invalid_option` if there is none, or if there are several.
 */
export async function findTask(
  given: string,
  { database: place }: Pick<HouseGround, 'database'>,
): Promise<{ readonly database: Database; readonly task: Task }> {
  const database = await place.find()
  const rows = (await database?.all(listTaskRows, null, null, null, mostSearched)) ?? []
  const found = findByPrefix(given, {
    items: rows,
    idOf: ({ id }) => id,
    kind: 'task',
    isLikely: ({ status }) => status === 'open',
  })
  if (found.status === 'found' && database !== undefined) return { database, task: readTask(found.item) }
  if (found.status === 'ambiguous')
    throw new DrawbridgeError('invalid_option', explainAmbiguous(given, 'tasks', found.ids))
  throw new DrawbridgeError(
    'invalid_option',
    `No task has the id ${JSON.stringify(given)}. List the tasks: drawbridge tasks list`,
  )
}
