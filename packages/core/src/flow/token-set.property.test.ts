import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachToken } from './each-token.ts'
import { fold } from './normal-forms.ts'
import { createTokenSet } from './token-set.ts'

const token = /[^\s"'`<>(){}[\],;|=]+/g
const byPattern = (text: string) =>
  [...fold(text).matchAll(token)].map(([found]) => found.replace(/[.:!?]+$/, '')).filter((word) => word !== '')

const awkward = fc.string({
  unit: fc.constantFrom(
    ...'ab1É字',
    ...'"\'`<>(){}[],;|=',
    ...'.:!?-_@/',
    ...' \t\n\r\u00a0\u2003\u2028\ufeff\u200b',
    '𝐚',
  ),
})
const texts = fc.oneof(awkward, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme-ascii' }))

test('a set has the tokens that the pattern finds in its texts, each without punctuation at its end, and no others', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 6 }), texts, (given, asked) => {
      const set = createTokenSet(10_000)
      for (const text of given) set.add(text)
      const model = new Set(given.flatMap(byPattern))
      expect(set.size).toBe(model.size)
      const wanted = byPattern(asked)
      expect(set.hasAll(asked)).toBe(wanted.length > 0 && wanted.every((each) => model.has(each)))
      for (const each of model) expect(set.hasAll(each)).toBe(true)
    }),
  )
})

test('every character that the pattern takes for a blank ends a token', () => {
  const set = createTokenSet(400_000)
  const codes = Array.from({ length: 0x10000 }, (_, code) => code)
  const between = (code: number) => `x${code}${String.fromCharCode(code)}y${code}`
  for (const code of codes) set.add(between(code))
  const wrong = codes.filter((code) => set.hasAll(`x${code}`) !== (byPattern(between(code))[0] === `x${code}`))
  expect(wrong).toEqual([])
})

test('a set never keeps more than its bound, keeps the latest half at least, and says that something fell out', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 300 }), (most, count) => {
      const set = createTokenSet(most)
      for (let index = 0; index < count; index += 1) {
        set.add(`word${index}`)
        expect(set.size).toBeLessThanOrEqual(most)
      }
      const kept = Math.min(count, Math.floor(most / 2))
      for (let index = count - kept; index < count; index += 1) expect(set.hasAll(`word${index}`)).toBe(true)
      const isWhole = Array.from({ length: count }, (_, index) => set.hasAll(`word${index}`)).every(Boolean)
      expect(set.isCut).toBe(!isWhole)
    }),
  )
})

test('tokens made to share one place are not searched for: they count as fallen out', () => {
  const set = createTokenSet(4_000)
  const crowding = Array.from({ length: 60_000 }, (_, index) => `w${index}`).filter((word) => placeOf(word) < 8)
  expect(crowding.length).toBeGreaterThan(100)
  for (const word of crowding) set.add(word)
  expect(set.isCut).toBe(true)
  expect(set.size).toBeLessThan(crowding.length)
})

/** The place of a token in a table of 2,048. */
function placeOf(word: string): number {
  let place = 0
  eachToken(word, (first) => {
    place = first & 2047
    return true
  })
  return place
}
