import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotedPath, unquotedPath } from './quoted-path.ts'

const name = fc.string({
  unit: fc.constantFrom('a', ' ', '"', '\\', '\n', '\t', '\u0001', '\u009b', '\u2028', 'é', '-'),
})

test('a path is read back from its quoted form, which is one printable line', () => {
  fc.assert(
    fc.property(name, (path) => {
      const quoted = quotedPath(path)
      expect(unquotedPath(quoted)).toBe(path)
      expect(quoted).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    }),
  )
})

test.each(['a b', '"', '""', '"a"', "'a\\nb'", '"a\\nb', '"\\u0061\\n"', '"\\u0000"'])(
  '%j is a name like any other',
  (text) => {
    expect(unquotedPath(text)).toBe(text)
  },
)
