import { expect, test } from 'vitest'
import { defined } from './defined.ts'

test('only undefined properties are left out, and the others keep their order', () => {
  const value: { a: number; b?: string | undefined; c: null; d: boolean } = { a: 0, b: undefined, c: null, d: false }
  const kept: { a: number; b?: string; c: null; d: boolean } = defined(value)
  expect(Object.entries(kept)).toEqual([
    ['a', 0],
    ['c', null],
    ['d', false],
  ])
})
