import type { Todo, TodoLists } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { statement } from '@drawbridge/store/database'

/** Todo lists that can be changed. */
export interface ChangeableTodoLists extends TodoLists {
  write(session: string, todos: readonly Todo[]): Promise<void>
}

const findList = statement<[session: string], { todos: string }>('select todos from todo_lists where session = $1')
const writeList = statement<[session: string, todos: string, changedAt: number]>(
  `insert into todo_lists (session, todos, changed_at) values ($1, $2, $3)
    on conflict (session) do update set todos = excluded.todos, changed_at = excluded.changed_at`,
)

const inMemory = new WeakMap<object, Map<string, readonly Todo[]>>()

/** The todo lists of a house: in its database, or, if the operator wants files only, as long as the process lives. */
export function todoListsOf(house: Pick<House, 'database' | 'clock'>): ChangeableTodoLists {
  const read = async (session: string): Promise<readonly Todo[]> => {
    const { database } = house
    if ((await database.options()) === undefined) return kept(database).get(session) ?? []
    const row = await (await database.find())?.get(findList, session)
    return row === undefined ? [] : (JSON.parse(row.todos) as readonly Todo[])
  }
  const write = async (session: string, todos: readonly Todo[]): Promise<void> => {
    const { database, clock } = house
    if ((await database.options()) === undefined) kept(database).set(session, todos)
    else await (await database.obtain()).run(writeList, session, JSON.stringify(todos), clock.now())
  }
  return { read, write, copy: async (from, to) => write(to, await read(from)) }
}

function kept(house: object): Map<string, readonly Todo[]> {
  const known = inMemory.get(house) ?? new Map<string, readonly Todo[]>()
  inMemory.set(house, known)
  return known
}
