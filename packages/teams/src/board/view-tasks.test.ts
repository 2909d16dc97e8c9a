import { expect, test } from 'vitest'
import { planner, shop } from '../__fixtures__/shop.ts'
import { newTask } from './new-task.ts'
import type { TaskStatus, TeamTask } from './task.ts'
import { pageOfTasks, searchTasks } from './view-tasks.ts'

function task(number: number, subject: string, status: TaskStatus = 'pending', priority = 0): TeamTask {
  const given = { subject, description: '', priority, blockedBy: [], requiresApproval: false }
  return { ...newTask(given, { team: shop, number, actor: planner, blockers: [], now: number }), status }
}

const board = [
  task(1, 'Paint the door'),
  task(2, 'Write the parser', 'completed'),
  task(3, 'Test the parser', 'in_review', 5),
  task(4, 'Sweep the floor', 'failed'),
]
const { signal } = new AbortController()
const numbersOf = (tasks: readonly TeamTask[]) => tasks.map(({ number }) => number)

test.each([
  ['active', 'priority', [3, 1]],
  ['completed', 'priority', [2]],
  ['in_review', 'priority', [3]],
  ['all', 'priority', [3, 1, 2, 4]],
  ['all', 'newest', [4, 3, 2, 1]],
] as const)('a list has the %s tasks, by %s', (status, order, numbers) => {
  expect(numbersOf(pageOfTasks(board, { status, order, page: 1 }).tasks)).toEqual(numbers)
})

test('a list has thirty tasks a page, and says if there are more', () => {
  const many = Array.from({ length: 31 }, (_, index) => task(index + 1, 'A'))
  const filter = { status: 'all', order: 'priority' } as const
  expect(pageOfTasks(many, { ...filter, page: 1 })).toMatchObject({ total: 31, hasMore: true })
  expect(pageOfTasks(many, { ...filter, page: 2 })).toMatchObject({ tasks: [{ number: 31 }], hasMore: false })
})

test('tasks are found by words, and by meaning if there is an embedding model', async () => {
  const search = { query: 'parser', most: 5, signal }
  expect(numbersOf((await searchTasks(board, { ...search, embedder: undefined })).tasks)).toEqual([2, 3])
  const vectors = [
    [1, 0],
    [1, 0.1],
    [0, 1],
    [0, 1],
    [-1, 0],
  ].map((vector) => new Float32Array(vector))
  const embedder = { model: 'a model', embed: async () => ({ vectors }) } as never
  expect(numbersOf((await searchTasks(board, { ...search, embedder })).tasks)).toEqual([2, 1, 3])
})

test('a search whose embedding model fails finds by words, and says so', async () => {
  const embed = async () => {
    throw new Error('the model is overloaded')
  }
  const search = { query: 'parser', most: 1, embedder: { model: 'a model', embed }, signal }
  expect(await searchTasks(board, search)).toMatchObject({
    tasks: [{ number: 2 }],
    degraded: 'the model is overloaded',
  })
})
