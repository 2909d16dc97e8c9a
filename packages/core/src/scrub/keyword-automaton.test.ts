import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeywordAutomaton } from './keyword-automaton.ts'

/** Scans the texts one after the other with one automaton, which knows more states for each. */
function occurrences(keywords: readonly string[], texts: readonly string[]): string[][] {
  const automaton = createKeywordAutomaton(keywords, (keyword) => keyword)
  return texts.map((text) => {
    const found: string[] = []
    automaton.scan(text, (entries, end) => {
      for (const keyword of entries) found.push(`${keyword}@${end}`)
    })
    return found
  })
}

function naiveOccurrences(keywords: readonly string[], text: string): string[] {
  const lower = text.toLowerCase()
  const longestFirst = keywords.toSorted((one, other) => other.length - one.length)
  return Array.from(lower, (_, index) => index + 1).flatMap((end) =>
    longestFirst.filter((keyword) => lower.slice(0, end).endsWith(keyword)).map((keyword) => `${keyword}@${end}`),
  )
}

const keyword = fc.stringMatching(/^[abk_]{1,5}$/)

test('finds every keyword wherever it stands, whatever its case and its overlaps, the longest first', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(keyword, { minLength: 1, maxLength: 8 }),
      fc.array(fc.stringMatching(/^[abkABK_x]{0,40}$/), { minLength: 1, maxLength: 3 }),
      (keywords, texts) => {
        expect(occurrences(keywords, texts)).toEqual(texts.map((text) => naiveOccurrences(keywords, text)))
      },
    ),
  )
})

test('an automaton without keywords finds nothing', () => {
  expect(occurrences([], ['anything'])).toEqual([[]])
})

test('units above ASCII end no keyword and break one that is under way', () => {
  expect(occurrences(['key'], ['ke\u00ffy \uff4bey key'])).toEqual([['key@12']])
})

test('finds more keywords than there is room for at first', () => {
  const keywords = Array.from({ length: 1_000 }, (_, index) => `word${index}end`)
  const text = keywords.join(' ')
  expect(occurrences(keywords, [text, text])).toEqual([
    expect.toSatisfy((found: string[]) => found.length === 1_000),
    expect.toSatisfy((found: string[]) => found.length === 1_000),
  ])
})

test('asks for the entry of a keyword once, and only if it is met', () => {
  const asked: string[] = []
  const automaton = createKeywordAutomaton(['key', 'token'], (keyword) => asked.push(keyword))
  automaton.scan('key KEY', () => undefined)
  automaton.scan('key', () => undefined)
  expect(asked).toEqual(['key'])
})
