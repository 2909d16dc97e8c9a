/** The state of one item of a todo list. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled'

/** One item of the list that an agent keeps of its work in a session. */
export interface Todo {
  /** Unique in its list. */
  readonly id: string
  readonly text: string
  readonly status: TodoStatus
  readonly priority?: 'low' | 'medium' | 'high'
}

/** The todo lists of all sessions. */
export interface TodoLists {
  /** Returns the list of a session; empty if it has none. */
  read(session: string): Promise<readonly Todo[]>
  /** Gives a session the list of another, as a fork needs it. A list that is there already is replaced. */
  copy(from: string, to: string): Promise<void>
}
