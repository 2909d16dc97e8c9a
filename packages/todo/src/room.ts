import type { EventFamily } from '@drawbridge/core/event'
import { defineRoom, loadLater } from '@drawbridge/room'
import type { TodoChanged } from './todo-events.ts'

const openTodos = loadLater(async () => (await import('./open-todos.ts')).openTodos)

const todoEvents: EventFamily<{ readonly 'todo.changed': TodoChanged }> = {
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

/** The list that an agent keeps of its work: read and written by tools, shown to the person, kept with the session. */
export const todoRoom = defineRoom({
  name: 'todo',
  tools: [
    {
      name: 'todo.write',
      description:
        'Writes the list of what you have to do in this session; the person sees it as it changes. Use it for work of three or more steps: write all steps first, mark one as in_progress before you begin it and as completed as soon as it is done. Replaces the list; with merge it changes the items whose id is given and appends the others.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./write-todos.ts')).writeTodos(house),
    },
    {
      name: 'todo.read',
      description: 'Reads the list of what you have to do in this session, with the id of each item.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./write-todos.ts')).readTodos(house),
    },
  ],
  migrations: [{ name: '0001-lists', load: () => import('./0001-lists.ts') }],
  events: todoEvents,
  promptBlocks: [
    {
      name: 'list',
      place: 'latest',
      text: (house, { session }) => openTodos(house, session),
    },
  ],
  provides: { todoLists: async (house) => (await import('./todo-lists.ts')).todoListsOf(house) },
})
