import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertCanonicalName } from './canonical-name.ts'
import { foreignCanonicalName, readForeignName } from './foreign-name.ts'

test('a foreign tool keeps its own spelling', () => {
  expect(foreignCanonicalName('mcp.github', 'createIssue')).toBe('mcp.github.createIssue')
  expect(foreignCanonicalName('bfcl', 'math.factorial')).toBe('bfcl.math.factorial')
})

test('every foreign name becomes a canonical one and comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), (name) => {
      fc.pre(name.isWellFormed())
      const canonical = foreignCanonicalName('mcp.some', name)
      if (canonical.length <= 128) assertCanonicalName(canonical, { foreign: true })
      expect(readForeignName('mcp.some', canonical)).toBe(name)
    }),
  )
})

test('two foreign names never share a canonical one', () => {
  const names = ['a.b', 'a..b', '.a', 'a.', 'a b', 'a~20b', 'a~b', 'A', 'a']
  expect(new Set(names.map((name) => foreignCanonicalName('mcp.some', name))).size).toBe(names.length)
})
