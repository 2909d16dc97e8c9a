import type { Todo } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'

/** An item as a model writes it. */
export type WrittenTodo = Omit<Todo, 'id' | 'priority'> & {
  readonly id?: string | undefined
  readonly priority?: Todo['priority'] | undefined
}

/**
 * Returns the list after a write. Items without an id get the smallest free number. Pure.
 * @param existing The list to change: items with an id of it take its place, the others are appended. Empty to replace it.
 */
export function mergeTodos(existing: readonly Todo[], written: readonly WrittenTodo[]): readonly Todo[] {
  const taken = new Set([...existing, ...written].map(({ id }) => id))
  let next = 1
  const freeId = () => {
    while (taken.has(String(next))) next += 1
    taken.add(String(next))
    return String(next)
  }
  const list = new Map(existing.map((todo) => [todo.id, todo]))
  for (const { id = freeId(), text, status, priority } of written) {
    list.set(id, { id, text, status, ...defined({ priority: priority ?? list.get(id)?.priority }) })
  }
  return [...list.values()]
}

/** Returns what is wrong with a list, for the model; undefined if nothing is. */
export function objectionToTodos(todos: readonly Todo[], longest: number): string | undefined {
  const running = todos.filter(({ status }) => status === 'in_progress')
  if (running.length > 1) {
    const named = running.map(({ id, text }) => `${id} ${JSON.stringify(text)}`).join(' and ')
    return `Only one item may be in_progress, but ${named} are. Leave it at the one that you work on now.`
  }
  if (todos.length <= longest) return undefined
  return `The list would have ${todos.length} items; it may have ${longest}. Drop those that are done.`
}

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]', cancelled: '[-]' } as const

/** Renders a list for the model: one line for each item with its mark and id. */
export function renderTodos(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'The todo list is empty.'
  const done = todos.filter(({ status }) => status === 'completed').length
  const lines = todos.map(
    ({ id, text, status, priority }) =>
      `${marks[status]} ${id}. ${text}${priority === undefined ? '' : ` (${priority} priority)`}`,
  )
  return [`${done} of ${todos.length} done.`, ...lines].join('\n')
}
