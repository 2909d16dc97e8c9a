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

test('keeps a key that assignment would take for the prototype (symptom: a value from a file changes what its copy inherits)', () => {
  const kept = defined(JSON.parse('{"__proto__":{"isAdmin":true},"a":1}') as object)
  expect(Object.keys(kept)).toEqual(['__proto__', 'a'])
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
})
