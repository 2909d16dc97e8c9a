import { defined } from '../base/defined.ts'
import { field } from '../schema/field.ts'
import type { Arguments } from './dialect.ts'
import type { OwnShape } from './dialect-tool.ts'

interface WrittenTodo {
  readonly id?: string
  readonly text: string
  readonly status: string
  readonly priority?: string
}

/** The description of a tool whose calls always replace the list. */
export const todoUse =
  'Writes the list of what you have to do in this session, in place of the one before; the person sees it as it changes. Use it for work of three or more steps: write all steps first, mark one as in_progress before you begin it and as completed as soon as it is done.'

/** The words in which a dialect writes a todo list. */
export interface TodoWords {
  readonly list: string
  readonly text: string
  readonly statuses: readonly string[]
  /** Canonical fields that its items have besides text and status. */
  readonly also?: readonly ('id' | 'priority')[]
  /** Fields of its items without a counterpart. They are dropped. */
  readonly dropped?: readonly string[]
  /** Fields of the call without a counterpart. */
  readonly ignored?: readonly string[]
}

/** `todo.write` that always replaces the list, with items in a dialect's own words. */
export function todoList({ list, text, statuses, also = [], dropped = [], ignored = [] }: TodoWords): OwnShape {
  const more = {
    id: field.string().min(1).max(40).optional(),
    priority: field.enum(['low', 'medium', 'high']).optional(),
  }
  return {
    ignored,
    schema: field.object({
      [list]: field.array(
        field.object({
          [text]: field.string().min(1).max(500).describe('What is to be done, in one line.'),
          status: field.enum(statuses).describe('At most one item is in_progress.'),
          ...Object.fromEntries(also.map((name) => [name, more[name]])),
          ...Object.fromEntries(dropped.map((name) => [name, field.string().optional()])),
        }),
      ),
    }),
    toCanonical: (input) => ({
      todos: (input[list] as readonly Arguments[]).map((item) =>
        defined({ text: item[text], status: item.status, id: item.id, priority: item.priority }),
      ),
      merge: false,
    }),
    fromCanonical: ({ todos, merge, ...rest }) => {
      const written = todos as readonly WrittenTodo[]
      const isSayable = ({ id, priority, status }: WrittenTodo) =>
        statuses.includes(status) &&
        (id === undefined || also.includes('id')) &&
        (priority === undefined || also.includes('priority'))
      if (merge === true || Object.keys(rest).length > 0 || !written.every(isSayable)) return undefined
      return {
        [list]: written.map((todo) =>
          defined({ [text]: todo.text, status: todo.status, id: todo.id, priority: todo.priority }),
        ),
      }
    },
    places: { todos: list, 'todos[0].text': `${list}[0].${text}` },
  }
}
