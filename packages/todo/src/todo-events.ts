import type { Todo } from '@drawbridge/core'
import type { EventFamily } from '@drawbridge/core/event'

/** An agent changed the list of what it has to do. */
export interface TodoChanged {
  readonly type: 'todo.changed'
  /** The whole list. */
  readonly todos: readonly Todo[]
}

/** The events of todo lists. */
export const todoEvents: EventFamily<{ readonly 'todo.changed': TodoChanged }> = {
  'todo.changed': {
    scrub: (body, { scrub }) => ({
      ...body,
      todos: body.todos.map((todo) => ({ ...todo, text: scrub(todo.text).text })),
    }),
    line: ({ todos }) => ({
      todos: todos.length,
      done: todos.filter(({ status }) => status === 'completed').length,
    }),
    replay: 'told',
    because: 'it tells of a list, not of a call',
    isWhole: ({ todos }) => Array.isArray(todos),
  },
}
