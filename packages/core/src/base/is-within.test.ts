import { expect, test } from 'vitest'
import { isWithin } from './is-within.ts'

test.each([
  ['/a', '/a', true],
  ['/a', '/a/b/c', true],
  ['/', '/a', true],
  ['/a', '/ab', false],
  ['/a/b', '/a', false],
])('in %s lies %s: %s', (folder, path, within) => {
  expect(isWithin(folder, path)).toBe(within)
})
