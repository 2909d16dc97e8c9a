import { expect, test } from 'vitest'
import { randomHex } from './system-sources.ts'

test('no digits are given twice, also where one supply of the system ends and the next begins', () => {
  const given = Array.from({ length: 5_000 }, (_, index) => randomHex(12 + (index % 5)))
  expect(new Set(given.map((digits) => digits.slice(0, 24))).size).toBe(given.length)
  for (const [index, digits] of given.entries())
    expect(digits).toMatch(new RegExp(`^[0-9a-f]{${2 * (12 + (index % 5))}}$`))
})

test('all values of a byte come, so that the supply is never one of zeros', () => {
  const bytes = new Set(Array.from({ length: 500 }, () => randomHex(64)).flatMap((digits) => digits.match(/../g) ?? []))
  expect(bytes.size).toBe(256)
})

test('more than it keeps is refused instead of being cut', () => {
  expect(() => randomHex(65)).toThrow('at most 64 bytes')
})
