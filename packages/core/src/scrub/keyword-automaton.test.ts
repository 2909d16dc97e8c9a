import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildKeywordAutomaton, type KeywordAutomaton } from './keyword-automaton.ts'

function occurrences(
  { transitions, classOf, classBits, firstAccepting, endings }: KeywordAutomaton,
  text: string,
): string[] {
  const found: string[] = []
  let row = 0
  for (let index = 0; index < text.length; index++) {
    row = transitions[row + (classOf[text.charCodeAt(index)] ?? 0)] ?? 0
    if (row < firstAccepting) continue
    for (const keyword of endings[(row - firstAccepting) >> classBits] ?? []) found.push(`${keyword}@${index + 1}`)
  }
  return found.toSorted()
}

function naiveOccurrences(keywords: readonly string[], text: string): string[] {
  const lower = text.toLowerCase()
  return keywords
    .flatMap((keyword, number) =>
      Array.from(lower, (_, start) => start).flatMap((start) =>
        lower.startsWith(keyword, start) ? [`${number}@${start + keyword.length}`] : [],
      ),
    )
    .toSorted()
}

const keyword = fc.stringMatching(/^[abk_]{1,5}$/)

test('finds every keyword wherever it stands, whatever its case and its overlaps', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(keyword, { minLength: 1, maxLength: 8 }),
      fc.stringMatching(/^[abkABK_x]{0,40}$/),
      (keywords, text) => {
        expect(occurrences(buildKeywordAutomaton(keywords), text)).toEqual(naiveOccurrences(keywords, text))
      },
    ),
  )
})

test('an automaton without keywords accepts nothing', () => {
  expect(occurrences(buildKeywordAutomaton([]), 'anything')).toEqual([])
})

test('units above ASCII end no keyword and break one that is under way', () => {
  expect(occurrences(buildKeywordAutomaton(['key']), 'ke\u00ffy \uff4bey key')).toEqual(['0@12'])
})

test('keywords that need too many states are refused', () => {
  const keywords = Array.from({ length: 66_000 }, (_, index) => index.toString(36).padStart(4, '0'))
  expect(() => buildKeywordAutomaton(keywords)).toThrow('65,535 states')
})
