import { fail, type Todo, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { type House, takeTurns } from '@drawbridge/room'
import { z } from 'zod'
import { mergeTodos, objectionToTodos, renderTodos } from './merge-todos.ts'
import type { TodoChanged } from './todo-events.ts'
import type { ChangeableTodoLists } from './todo-lists.ts'

const longestList = 100

const oneLine = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .transform((text) => text.replaceAll(/\s+/g, ' '))

const item = z.strictObject({
  id: z.string().trim().min(1).max(40).optional().describe('Names the item in later calls. Default: a number.'),
  text: oneLine.describe('What is to be done, in one line.'),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']).describe('At most one item is in_progress.'),
  priority: z.enum(['low', 'medium', 'high']).optional(),
})

const input = z.strictObject({
  todos: z.array(item).max(longestList),
  merge: z
    .boolean()
    .default(false)
    .describe('True to change items by id and to append new ones; false to replace the list.'),
})

/** `todo.write`: changes the list of the caller's session and shows it to the person. */
export function writeTodos(house: House): ToolBody {
  const listsNow = listsOf(house)
  // Calls of one turn may run at once, and each reads the list that it changes.
  const inTurn = takeTurns()
  return defineToolBody({
    input,
    check: ({ todos }) => {
      const ids = todos.map(({ id }) => id)
      const twice = ids.find((id, index) => id !== undefined && ids.indexOf(id) !== index)
      return twice === undefined ? undefined : `The id ${JSON.stringify(twice)} is given twice.`
    },
    execute: ({ todos: written, merge }, { principal }) =>
      inTurn(async () => {
        const lists = await listsNow()
        const todos = mergeTodos(merge ? await lists.read(principal.session) : [], written)
        const objection = objectionToTodos(todos, longestList)
        if (objection !== undefined) fail('validation_error', objection)
        await lists.write(principal.session, todos)
        await house.emit<TodoChanged>(principal, { type: 'todo.changed', todos })
        return outputOf(todos)
      }),
  })
}

/** `todo.read`: returns the list of the caller's session. */
export function readTodos(house: House): ToolBody {
  const listsNow = listsOf(house)
  return defineToolBody({
    input: z.strictObject({}),
    execute: async (_, { principal }) => outputOf(await (await listsNow()).read(principal.session)),
  })
}

function outputOf(todos: readonly Todo[]) {
  return toolOutput({ content: [{ type: 'text', text: renderTodos(todos) }], data: { todos } })
}

/** The lists, with the code for databases, are loaded with the first call: lists of tools do not need them. */
function listsOf(house: House): () => Promise<ChangeableTodoLists> {
  return async () => (await import('./todo-lists.ts')).todoListsOf(house)
}
