import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFacts } from './read-facts.ts'

const root = join(import.meta.dirname, '../../../../..')
const facts = readFacts()

test('every fact that the official suite cannot see has its row', () => {
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const numbers = [6, ...range(13, 18), ...range(27, 34), ...range(47, 58), ...range(74, 79)]
  expect(facts.map(({ number }) => number)).toEqual(numbers)
})

test.each(facts)('fact $number, $fact, is shown by the tests that it names', ({ tests, missing }) => {
  expect(tests.length > 0 || missing !== undefined).toBe(true)
  for (const [file, title] of tests) expect(readFileSync(join(root, file), 'utf8')).toContain(title)
})
