import fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { compileGlob, expandGlob } from './compile-glob.ts'

const matches = (text: string, path: string) => compileGlob(expandGlob(text) ?? []).matches(path)

describe('a glob', () => {
  test.each([
    ['secrets/[!p]*', 'secrets/x', true],
    ['secrets/[!p]*', 'secrets/p', false],
    ['[^p]', 'q', true],
    ['[^p]', 'p', false],
    ['[]a]', ']', true],
    ['[!]a]', ']', false],
    ['[a-]', '-', true],
    ['[a\\]b]', ']', true],
    ['[[:alpha:]_]', 'q', true],
    ['[[:alpha:]_]', '1', false],
    ['[a/b]', '[a/b]', true],
    ['[ab', '[ab', true],
    ['a?c', 'a/c', false],
    ['?', '😀', true],
    ['[😀-😂]', '😁', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['\\{a,b\\}', '{a,b}', true],
    ['{a,b{c,d}}', 'bd', true],
    ['{a}', '{a}', true],
    ['a**b', 'axxb', true],
    ['a**b', 'a/b', false],
    ['a/**', 'a', true],
    ['**/a', 'a', true],
    ['*', '.hidden', true],
    ['+(a)', '+(a)', true],
    ['x{1..3..2}', 'x3', true],
    ['x{1..3..2}', 'x2', false],
    ['{c..a}', 'b', true],
  ])('%s on %s: %s', (text, path, expected) => {
    expect(matches(text, path)).toBe(expected)
  })

  test('means what a library of globs takes it for', () => {
    const part = fc.stringMatching(/^(\*|\*\*|([ab?]|\*|\[ab\]|\[!a\]|\[^b\]|\{a,b\}|\{a,bb,\*\}|\\a){1,4})$/)
    const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    const path = fc.stringMatching(/^[abc]{1,3}(\/[abc]{1,3}){0,3}$/)
    fc.assert(
      fc.property(pattern, path, (text, candidate) => {
        // The library takes a `**` beside other characters for two folders deep, or none; in a shell it is one `*`.
        fc.pre(!text.split('/').some((name) => name !== '**' && /\*[^/]*\*/.test(name)))
        // What `*/**` names includes the folders themselves, as with `a/**`; to the library only the latter does.
        fc.pre(!/[*?[{].*\/\*\*$/.test(text))
        // To the library a `*` inside braces may be empty, as in `a/**/{b,*}` on `a`; the patterns that they stand for are told apart.
        const expected = choices(text.replaceAll('[!', '[^')).some((pattern) =>
          picomatch(pattern, { dot: true, nonegate: true, noextglob: true })(candidate),
        )
        expect(matches(text, candidate)).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test('stands for a bounded number of patterns', () => {
    expect(expandGlob('{a,b}'.repeat(30))).toBeUndefined()
    expect(expandGlob('{1..999999999}')).toBeUndefined()
    expect(expandGlob(`{${'x'.repeat(3000)},y}{a,b,c,d,e,f,g,h}`)).toBeUndefined()
    expect(expandGlob('{1..12}')).toHaveLength(12)
  })

  test.each([
    ['*[a]*[a]*[a]*[b]c', 'a'.repeat(4_000)],
    [`${'*a'.repeat(250)}b`, 'a'.repeat(4_000)],
    [`${'**/'.repeat(160)}b`, 'a/'.repeat(2_000)],
    [`${'**/*a/'.repeat(80)}b`, 'a/'.repeat(2_000)],
    [`${'**/*a*b/'.repeat(60)}c`, `${'a'.repeat(250)}/`.repeat(16)],
    ['+(*a)b', 'a'.repeat(4_000)],
    [`${'{a,b}'.repeat(8)}*`, 'ababababab/'.repeat(300)],
  ])('takes steps in proportion to its length and that of the path: %.40s', (text, path) => {
    const work = { steps: 0 }
    const patterns = expandGlob(text) ?? []
    expect(patterns).not.toEqual([])
    expect(compileGlob(patterns, work).matches(path)).toBe(false)
    expect(work.steps).toBeLessThan(2 * patterns.join('').length * path.length)
  })
})

describe('what may match below a folder', () => {
  test('is never denied where something matches, and something is covered only where all matches', () => {
    const pattern = fc.stringMatching(/^([ab]|\*|\*\*|\{a,b\}|[ab]\*)(\/([ab]|\*|\*\*|\{a,b\/a\}|\[!a\])){0,3}$/)
    const path = fc.stringMatching(/^[abc](\/[abc]){1,4}$/)
    fc.assert(
      fc.property(pattern, path, fc.integer({ min: 1, max: 3 }), (text, candidate, depth) => {
        const glob = compileGlob(expandGlob(text) ?? [])
        const folder = candidate.split('/').slice(0, depth).join('/')
        fc.pre(folder !== candidate)
        if (glob.matches(candidate)) expect(glob.mayMatchBelow(folder)).toBe(true)
        if (glob.coversBelow(folder)) expect(glob.matches(candidate)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

/** Patterns that the braces of a pattern stand for, told apart from the expansion under test. */
function choices(text: string): readonly string[] {
  const braces = /\{([^{}]*)\}/.exec(text)
  if (braces === null) return [text]
  const [whole, inside = ''] = braces
  return inside.split(',').flatMap((choice) => choices(text.replace(whole, () => choice)))
}
