import type { Todo } from '@drawbridge/core'

/** An agent changed the list of what it has to do. */
export interface TodoChanged {
  readonly type: 'todo.changed'
  /** The whole list. */
  readonly todos: readonly Todo[]
}
