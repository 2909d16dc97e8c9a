import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entropy } from './entropy.ts'

test('one symbol carries nothing, two in equal parts one bit, sixteen four', () => {
  expect(entropy('')).toBe(0)
  expect(entropy('aaaa')).toBe(0)
  expect(entropy('abab')).toBe(1)
  expect(entropy('0123456789abcdef')).toBe(4)
})

test('is the definition of Shannon entropy', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-f0-9_]{1,60}$/), (text) => {
      const shares = Array.from(new Set(text), (symbol) => (text.split(symbol).length - 1) / text.length)
      const expected = shares.reduce((bits, share) => bits - share * Math.log2(share), 0)
      expect(entropy(text)).toBeCloseTo(expected, 9)
    }),
  )
})
