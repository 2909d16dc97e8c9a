import { expect, it } from 'vitest'
import { isAfter } from './connection.ts'

it('compares positions as numbers of any length', () => {
  expect(isAfter('10', '9')).toBe(true)
  expect(isAfter('9', '10')).toBe(false)
  expect(isAfter('10', '10')).toBe(false)
  expect(isAfter('1', undefined)).toBe(true)
})
