import type { Todo } from '@drawbridge/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../scripts/test-support/property-runs.ts'
import { mergeTodos, objectionToTodos, renderTodos, type WrittenTodo } from './merge-todos.ts'

const read: Todo = { id: '1', text: 'Read', status: 'in_progress' }
const write: Todo = { id: '2', text: 'Write', status: 'pending', priority: 'high' }

describe('a changed list', () => {
  test('keeps the place, id and priority of what is changed, and appends what is new', () => {
    expect(mergeTodos([read, write], [{ id: '2', text: 'Write it', status: 'completed' }, pending('Test')])).toEqual([
      read,
      { id: '2', text: 'Write it', status: 'completed', priority: 'high' },
      { id: '3', text: 'Test', status: 'pending' },
    ])
  })

  test('gives no two items one id, also if a model chose the next number itself', () => {
    expect(mergeTodos([], [pending('a'), { ...pending('b'), id: '1' }]).map(({ id }) => id)).toEqual(['2', '1'])
  })

  test('is refused with two items in progress, by name', () => {
    const todos = mergeTodos([read], [{ id: '2', text: 'Write', status: 'in_progress' }])
    expect(objectionToTodos(todos, 10)).toBe(
      'Only one item may be in_progress, but 1 "Read" and 2 "Write" are. Leave it at the one that you work on now.',
    )
  })

  test('is refused if it grows too long', () => {
    expect(objectionToTodos([read, write], 1)).toMatch(/would have 2 items; it may have 1/)
  })
})

test('a list is shown with marks, ids and what is done', () => {
  const done: Todo = { id: '3', text: 'Plan', status: 'completed' }
  expect(renderTodos([done, read, write])).toBe('1 of 3 done.\n[x] 3. Plan\n[>] 1. Read\n[ ] 2. Write (high priority)')
})

test('whatever is written, ids are unique and what is not named stays', () => {
  const id = fc.constantFrom('1', '2', '3', 'a')
  const status = fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled' as const)
  const item = fc.record({ text: fc.string(), status, id }, { requiredKeys: ['text', 'status'] })
  const written = fc.uniqueArray(item, { selector: ({ id: named }) => named ?? {}, maxLength: 6 })
  fc.assert(
    fc.property(written, written, (before, after) => {
      const first = mergeTodos([], before as readonly WrittenTodo[])
      const second = mergeTodos(first, after as readonly WrittenTodo[])
      expect(new Set(second.map((todo) => todo.id)).size).toBe(second.length)
      const named = new Set<string | undefined>(after.map((todo) => todo.id))
      expect(second).toEqual(expect.arrayContaining(first.filter((todo) => !named.has(todo.id))))
      expect(second.slice(0, first.length).map((todo) => todo.id)).toEqual(first.map((todo) => todo.id))
    }),
    { numRuns: propertyRuns(200) },
  )
})

function pending(text: string): WrittenTodo {
  return { text, status: 'pending' }
}
