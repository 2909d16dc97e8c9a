import type { House } from '@drawbridge/room'
import { renderTodos } from './merge-todos.ts'
import { todoListsOf } from './todo-lists.ts'

/** Returns the list of a session while something of it is open, so that no summary of the conversation can lose it; else an empty text. */
export async function openTodos(house: House, session: string | undefined): Promise<string> {
  if (session === undefined) return ''
  const todos = await todoListsOf(house).read(session)
  const isOpen = todos.some(({ status }) => status === 'pending' || status === 'in_progress')
  return isOpen ? renderTodos(todos) : ''
}
