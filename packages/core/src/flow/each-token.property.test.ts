import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachToken } from './each-token.ts'

const token = /[^\s"'`<>(){}[\],;|=]+/g
const byPattern = (text: string) =>
  [...text.matchAll(token)].map(([found]) => found.replace(/[.:!?]+$/, '')).filter((word) => word !== '')

function tokensOf(text: string, most = Number.POSITIVE_INFINITY): readonly string[] {
  const found: string[] = []
  eachToken(text, (each) => found.push(each) < most)
  return found
}

const awkward = fc.string({
  unit: fc.constantFrom(
    ...'ab1é字',
    ...'"\'`<>(){}[],;|=',
    ...'.:!?-_@/',
    ...' \t\n\r\u00a0\u2003\u2028\ufeff\u200b',
    '𝐚',
  ),
})

test('the tokens of a text are those that the pattern finds, each without punctuation at its end', () => {
  fc.assert(
    fc.property(fc.oneof(awkward, fc.string({ unit: 'binary' })), (text) => {
      expect(tokensOf(text)).toEqual(byPattern(text))
    }),
  )
})

test('of a long text each token is visited, in the order in which it first comes', () => {
  const words = fc.array(fc.stringMatching(/^[a-c]{1,3}[.!]?$/), { minLength: 20, maxLength: 60 })
  fc.assert(
    fc.property(words, (given) => {
      const text = Array.from({ length: 500 }, () => given.join(' ')).join(' ')
      expect([...new Set(tokensOf(text))]).toEqual([...new Set(byPattern(text))])
    }),
    { numRuns: 20 },
  )
})

test('every character that the pattern takes for a blank ends a token', () => {
  for (let code = 0; code < 0x10000; code += 1) {
    const text = `a${String.fromCharCode(code)}b`
    if (tokensOf(text).join() !== byPattern(text).join()) expect(code).toBe('handled as the pattern does')
  }
})

test('a visitor that had enough ends it', () => {
  expect(tokensOf('one two three', 2)).toEqual(['one', 'two'])
})
