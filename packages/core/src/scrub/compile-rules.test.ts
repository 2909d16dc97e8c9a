import { expect, test } from 'vitest'
import { compileRules } from './compile-rules.ts'
import { createFinder } from './find-redactions.ts'
import { scrubRules } from './rules/index.ts'

test('the pattern of every built-in rule is a valid expression, though it is compiled only once a keyword is met', () => {
  const keywords = scrubRules.flatMap((rule) => rule.keywords)
  expect(() => createFinder(compileRules(scrubRules)).find(keywords.join('\n'))).not.toThrow()
})

test('two rules with the same keyword are both asked', () => {
  const pattern = 'abc_\\d{8}'
  const rules = ['one', 'other'].map((id) => ({ kind: 'token', id, keywords: ['abc_'], pattern, entropy: 0 }) as const)
  const found = createFinder(compileRules(rules)).find('abc_12345678')
  expect(found.map(({ rule }) => rule)).toEqual(['one', 'other'])
})
