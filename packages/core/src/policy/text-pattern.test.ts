import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileTextPattern } from './text-pattern.ts'

describe('a pattern with *', () => {
  test.each([
    ['fs.*', 'fs.read_file', true],
    ['fs.*', 'fsx.read_file', false],
    ['*.read*', 'mcp.files.read', true],
    ['a*a', 'a', false],
    ['*', '', true],
    ['fs.read_file', 'fs.read_file', true],
    ['fs.read_file', 'fs.read_file2', false],
    ['a*b*c', 'a-c-b-c', true],
    ['a.c', 'abc', false],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(compileTextPattern(pattern)(text)).toBe(expected)
  })

  test('says what the same regular expression says', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 })
    fc.assert(
      fc.property(part, text, (pattern, candidate) => {
        const source = pattern
          .split('*')
          .map((piece) => piece.replaceAll('.', String.raw`\.`))
          .join('.*')
        expect(compileTextPattern(pattern)(candidate)).toBe(new RegExp(`^${source}$`).test(candidate))
      }),
    )
  })
})
