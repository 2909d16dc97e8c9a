import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathOf } from '../__fixtures__/policies.ts'
import { compilePathGlob, matchPath, noteCopiedFolder, pathGlobProblem, touchesPath } from './match-path.ts'

const place = { workspace: '/place/[a] (b)', userHome: '/home/user' }
const glob = (text: string) => compilePathGlob(text, place)

describe('a glob over real paths', () => {
  test.each([
    ['src/**', '/place/[a] (b)/src/x/y.ts', true],
    ['src/**', '/place/[a] (b)/src', true],
    ['src/**', '/place/a b/src/x', false],
    ['./src/*.ts', '/place/[a] (b)/src/x.ts', true],
    ['**/.env', '/place/[a] (b)/deep/.env', true],
    ['**/.env', '/elsewhere/.env', false],
    ['~/notes/*', '/home/user/notes/.hidden', true],
    ['/data/x', '/data/x', true],
    ['/data/x', '/data/xy', false],
    ['/data/*', '/data/x/y', false],
    ['/data/**/z', '/data/z', true],
    ['/data/{a,b}', '/data/b', true],
    ['/data/[!p]*', '/data/x.md', true],
    ['/data/[!p]*', '/data/p.md', false],
    ['/data/[^p]*', '/data/x.md', true],
    ['/data/[^p]*', '/data/p.md', false],
    ['/data/[[:digit:]]', '/data/7', true],
    ['/data/{1..12}/**', '/data/12/x', true],
    ['/data/{1..12}/**', '/data/13/x', false],
    ['/data/{01..12}', '/data/07', true],
    ['{~/notes,/data}/x', '/home/user/notes/x', true],
    ['{~/notes,/data}/x', '/data/x', true],
    ["it's {a,b}", "/place/[a] (b)/it's b", true],
    ['app/(group)/[[]id]', '/place/[a] (b)/app/(group)/[id]', true],
    ['\\~root/x', '/place/[a] (b)/~root/x', true],
    ['\\!x', '/place/[a] (b)/!x', true],
    ['\\$HOME', '/place/[a] (b)/$HOME', true],
    ['routes/$id.tsx', '/place/[a] (b)/routes/$id.tsx', true],
    ['/', '/', true],
    ['src/', '/place/[a] (b)/src/x/y.ts', true],
    ['src//x/./*', '/place/[a] (b)/src/x/y.ts', true],
    ['docs/../src/*', '/place/[a] (b)/src/y.ts', true],
    ['../other/*', '/place/other/x', true],
    ['/data/../x', '/x', true],
    ['.', '/place/[a] (b)', true],
    ['~/', '/home/user/x', true],
  ])('%s on %s: %s', (text, path, expected) => {
    expect(glob(text).matches(path)).toBe(expected)
  })

  test('knows the folder below which everything lies that it can match', () => {
    expect(['/data/x/*', '/data/**', 'src/*.ts', '/**', '/data/x'].map((text) => glob(text).base)).toEqual([
      '/data/x',
      '/data',
      '/place/[a] (b)/src',
      '/',
      '/data/x',
    ])
  })

  test('matches nothing outside of that folder', () => {
    const text = fc.stringMatching(/^\/[ab](\/([ab]|\*|\*\*|\{a,b\})){0,3}$/)
    const path = fc.stringMatching(/^(\/[abc]){1,4}$/)
    fc.assert(
      fc.property(text, path, (pattern, candidate) => {
        const { base, matches } = glob(pattern)
        if (matches(candidate)) expect(`${candidate}/`.startsWith(base === '/' ? '/' : `${base}/`)).toBe(true)
      }),
    )
  })
})

describe('a folder that a rule forbids by its name', () => {
  test.each([
    ['private', 'private/a/b.md', 'yes'],
    ['private/', 'private/a/b.md', 'yes'],
    ['**/private', 'deep/private/a.md', 'yes'],
    ['.', 'anything', 'yes'],
    ['private', 'privates', 'no'],
    ['private/*', 'private/a/b.md', 'no'],
    ['{private,secret}', 'secret/a/b.md', 'yes'],
    ['data/{1..12}', 'data/11/b.md', 'yes'],
  ])('%s is touched by %s: %s', (text, path, expected) => {
    expect(touchesPath(glob(text), pathOf({ real: `${place.workspace}/${path}` }))).toBe(expected)
  })

  test('is allowed with what is in it only where a slash or wildcard says so', () => {
    const covers = (text: string) =>
      matchPath([glob(text)], undefined).covers(pathOf({ real: `${place.workspace}/docs/a.md` }))
    expect(['docs', 'docs/', 'docs/**'].map(covers)).toEqual([false, true, true])
  })
})

describe('a glob with slashes in braces spells out no name, so that it lifts no guard of credentials', () => {
  test.each(['{**/*,x/y}', '@(**|x/y)', '{.env,q}', '**/[.]env'])('%s', (text) => {
    expect(matchPath([glob(text)], undefined).spells(pathOf({ real: `${place.workspace}/.env` }))).toBe(false)
  })
})

describe('a glob that no real path could match is a problem', () => {
  test.each(['**/../x', 'a*/../b', '{a/..,b}', '{a,../b}', ' a', 'a/ ', '[z-a]', '{a,b', '[ab', 'x'.repeat(5000)])(
    '%s',
    (text) => {
      expect(pathGlobProblem(text)).toContain('The glob "')
    },
  )

  test.each([
    '**',
    '../x/**',
    'a/../b',
    'a..b',
    '..a/**',
    '{a,b}/*.ts',
    '\\[ab',
    '~/x',
    '\\!(a)/**',
    'a b',
    'a$b',
    '(a)/b',
    'a|b',
  ])('%s is none', (text) => {
    expect(pathGlobProblem(text)).toBeUndefined()
  })
})

describe('a glob written as for a shell, which would silently mean something else, is a problem that says the way out', () => {
  test.each([
    ['$HOME/x', '~/ for the home'],
    ['${HOME}/x', '~/ for the home'],
    ['~root/x', 'Write the folder in full'],
    ['!secret/**', 'Write a rule for the intended paths'],
    ['!(a)/**', 'Write a rule for the intended paths'],
    ['+(*a)b', 'Write {a,b}'],
    ['x/@(a|b)', 'Write {a,b}'],
    ['x/(a|b)', 'Write {a,b}'],
    ['a\\', 'Write \\\\ for'],
    ['data/{1..5000}/x', 'Write * for the varying part'],
    ['{a,b}'.repeat(12), 'Write * for the varying part'],
  ])('%s', (text, wayOut) => {
    expect(pathGlobProblem(text)).toContain(wayOut)
  })
})

describe('a recursive target', () => {
  const folder = (real: string) => pathOf({ real, recursive: true })

  test.each([
    ['/data/**', '/data', true],
    ['/data/**', '/data/x', true],
    ['/**', '/', true],
    ['/data/*', '/data/x', false],
    ['/data/**/*.ts', '/data', false],
    ['/data', '/data', false],
    ['/data/[!a]*/**', '/data', false],
    ['/data/{x,y}/**', '/data/y', true],
    ['/data/**/*', '/data/x', true],
  ])('is covered by %s on %s: %s', (text, real, expected) => {
    expect(matchPath([glob(text)], undefined).covers(folder(real))).toBe(expected)
  })

  test.each([
    ['/data/secret/**', '/data', 'maybe'],
    ['/data/secret/**', '/', 'maybe'],
    ['/**/*.key', '/data', 'maybe'],
    ['/data/secret/**', '/data/secret', 'yes'],
    ['/data/secret/**', '/data/other', 'no'],
    ['/data/secret', '/dat', 'no'],
    ['/data/*/x.key', '/data/a/b', 'no'],
    ['/data/*/x.key', '/data/a', 'maybe'],
    ['/data/[!p]*/x', '/data/private', 'no'],
    ['/data/{a,b/c}/x', '/data/b', 'maybe'],
  ])('is touched by %s on %s: %s', (text, real, expected) => {
    expect(touchesPath(glob(text), folder(real))).toBe(expected)
  })

  test('is touched where the glob matches something below it', () => {
    const text = fc.stringMatching(/^(\/([ab]|\*|\*\*|\{a,b\}|\[!a\])){1,4}$/)
    const names = fc.stringMatching(/^(\/[abc]){1,4}$/)
    fc.assert(
      fc.property(text, names, fc.nat(3), (pattern, path, depth) => {
        fc.pre(glob(pattern).matches(path))
        const real =
          path
            .split('/')
            .slice(0, depth + 1)
            .join('/') || '/'
        expect(touchesPath(glob(pattern), folder(real))).not.toBe('no')
      }),
    )
  })

  test('that is covered has nothing below it that the glob leaves out', () => {
    const text = fc.stringMatching(/^(\/[ab]){0,2}(\/\*\*|\/\*|\/[ab]|\/\{a,b\}\/\*\*)$/)
    const below = fc.stringMatching(/^(\/[abc.]{1,2}){1,3}$/).filter((path) => !/\/\.\.?(\/|$)/.test(path))
    fc.assert(
      fc.property(text, fc.constantFrom('/a', '/a/b', '/b'), below, (pattern, real, rest) => {
        const compiled = glob(pattern)
        if (matchPath([compiled], undefined).covers(folder(real))) expect(compiled.matches(real + rest)).toBe(true)
      }),
    )
  })
})

describe('a copy of a folder', () => {
  const secrets = glob('/project/secret')

  test('is what its original is to a glob, whenever that was compiled, until it is gone', () => {
    const inCopy = '/data/copies/1/tree/secret/key'
    expect(secrets.reaches(inCopy)).toBe(false)
    {
      using _copy = noteCopiedFolder({ of: '/project', at: '/data/copies/1/tree' })
      expect(secrets.reaches(inCopy)).toBe(true)
      expect(secrets.reaches('/data/copies/1/tree/open')).toBe(false)
      expect(secrets.reaches('/data/copies/1/tree-of-another/secret')).toBe(false)
      expect(secrets.reaches('/project/secret/key')).toBe(true)
      expect(glob('/project/*.ts').matches('/data/copies/1/tree/a.ts')).toBe(true)
    }
    expect(secrets.reaches(inCopy)).toBe(false)
  })

  test('may be below a folder that is walked', () => {
    using _copy = noteCopiedFolder({ of: '/project', at: '/data/copies/1/tree' })
    for (const folder of ['/', '/data', '/data/copies/1/tree']) expect(secrets.mayMatchBelow(folder)).toBe(true)
    expect(secrets.mayMatchBelow('/data/copies/2')).toBe(false)
    expect(glob('/elsewhere/**').mayMatchBelow('/data')).toBe(false)
  })
})
