import { expect, test } from 'vitest'
import { createIgnoreRules } from './ignore-rules.ts'

const rulesOf = (text: string) =>
  createIgnoreRules({ folder: '/w', top: '/w', read: async (folder) => (folder === '/w' ? text : undefined) })

test('a rule of many wildcards does not count, since it could keep everything waiting', async () => {
  const rules = await rulesOf(`${'**/a/'.repeat(20)}*\n${'*a'.repeat(20)}\n*.log\n`)
  expect(await rules.ignores(`${'a/'.repeat(100)}a`, false)).toBe(false)
  expect(await rules.ignores('a/b.log', false)).toBe(true)
})

test('only the first 2,000 rules of a file count, and comments are none', async () => {
  const numbered = Array.from({ length: 2_001 }, (_, index) => `name${index}`)
  const rules = await rulesOf(['# a comment', '', ...numbered].join('\r\n'))
  expect(await rules.ignores('name1999', false)).toBe(true)
  expect(await rules.ignores('name2000', false)).toBe(false)
})
