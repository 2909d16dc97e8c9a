import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLiteralMatcher } from './literal-matcher.ts'

const literal = fc.stringMatching(/^[ab\u00e9]{2,6}$/)
const literals = fc.uniqueArray(literal, { minLength: 1, maxLength: 6 })
const text = fc.stringMatching(/^[ab\u00e9c]{0,40}$/)

test('finds every place of every literal', () => {
  fc.assert(
    fc.property(literals, text, (list, subject) => {
      const found: string[] = []
      createLiteralMatcher(list).match(subject, (index, start, end) => found.push(`${index} ${start} ${end}`))
      const expected = list.flatMap((wanted, index) =>
        Array.from(subject, (_, start) => start)
          .filter((start) => subject.startsWith(wanted, start))
          .map((start) => `${index} ${start} ${start + wanted.length}`),
      )
      expect(found.toSorted()).toEqual(expected.toSorted())
    }),
  )
})

test('tells where the end of a text could begin a literal', () => {
  fc.assert(
    fc.property(literals, text, (list, subject) => {
      const starts = Array.from(subject, (_, start) => start).filter((start) => {
        const tail = subject.slice(start)
        return list.some((wanted) => wanted.length > tail.length && wanted.startsWith(tail))
      })
      expect(createLiteralMatcher(list).partialStart(subject)).toBe(starts[0] ?? subject.length)
    }),
  )
})

test('refuses a literal of one unit', () => {
  expect(() => createLiteralMatcher(['x'])).toThrow(RangeError)
})
