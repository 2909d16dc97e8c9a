import type { Child, ChildState } from '@drawbridge/core/agent'
import { expect, test } from 'vitest'
import { answerAboutChildren } from './answer-about-children.ts'

function child(id: string, parent: string, path: readonly string[], state: ChildState): Child {
  const counts = { runs: 1, turns: 2, calls: 1, tokens: 900, createdAt: 0, depth: path.length }
  return {
    id,
    label: path.at(-1) ?? '',
    task: 'Look.',
    parent,
    root: 'top',
    path,
    ...counts,
    role: 'sub',
    state,
    text: '',
    artifacts: [],
  }
}

const all = [
  child('sub_1', 'top', ['a'], 'running'),
  child('sub_2', 'sub_1', ['a', 'below'], 'completed'),
  child('sub_3', 'top', ['b'], 'completed'),
]
const cancelled: string[] = []
const children = {
  list: async (session: string) => all.filter(({ parent }) => parent === session),
  transcript: async (id: string) => [`what ${id} said`],
  cancel: async (id: string) => void cancelled.push(id),
}
const ask = (argument: string) => answerAboutChildren(argument, 'top', children)

test('the tree is listed, each child behind the one that started it', async () => {
  expect((await ask('')).split('\n').map((line) => line.replace(/:.*/, ''))).toEqual([
    'a (sub_1)',
    '  below (sub_2)',
    'b (sub_3)',
  ])
})

test('a child is shown by its label or its id, and an unknown one is answered with those that there are', async () => {
  expect(await ask('below')).toContain('what sub_2 said')
  expect(await ask('sub_3')).toContain('what sub_3 said')
  expect(await ask('nobody')).toMatch(/No child is called "nobody"[\s\S]*sub_1/)
})

test('cancel ends what works, and nothing else', async () => {
  expect(await ask('all cancel')).toBe('Cancelled: a.')
  expect(cancelled).toEqual(['sub_1'])
  expect(await ask('b cancel')).toBe('None of them works any more.')
})
