import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ListedEntry, patternMatches } from './pattern-matches.ts'

const tree: Readonly<Record<string, readonly ListedEntry[]>> = {
  '/w': [
    { name: 'a.md', kind: 'other' },
    { name: '.env', kind: 'other' },
    { name: 'link', kind: 'link' },
    { name: 'list.md', kind: 'link' },
    { name: 'src', kind: 'folder' },
  ],
  '/w/src': [
    { name: 'b.md', kind: 'other' },
    { name: 'up', kind: 'link' },
  ],
}
const list = (folder: string) => tree[folder] ?? []
const matches = (pattern: string) =>
  patternMatches(pattern, list).paths.map(({ path, isLink }) => (isLink ? `${path} (link)` : path))

describe('what a pattern may become', () => {
  test.each([
    ['/w/*.md', ['/w/a.md', '/w/list.md (link)']],
    ['/w/*', ['/w/a.md', '/w/link (link)', '/w/list.md (link)', '/w/src']],
    ['/w/.e*', ['/w/.env']],
    ['/w/li*/x/y', ['/w/link/x/y (link)', '/w/list.md/x/y (link)']],
    ['/w/*/*.md', ['/w/link (link)', '/w/list.md (link)', '/w/src/b.md']],
    ['/w/s?c/u[op]', ['/w/src/up (link)']],
    ['/w/none*', []],
    ['/w/a.md', []],
    ['/gone/*', []],
    ['/w/**', ['/w/a.md', '/w/link (link)', '/w/list.md (link)', '/w/src', '/w/src/b.md', '/w/src/up (link)']],
    ['/w/**/b.md', ['/w/b.md', '/w/src/b.md']],
    ['/w/**/*.md', ['/w/a.md', '/w/list.md (link)', '/w/src/b.md']],
    ['/w/@(src)/b.md', ['/w/link/b.md (link)', '/w/list.md/b.md (link)', '/w/src/b.md']],
  ])('%s', (pattern, expected) => {
    expect(matches(pattern)).toEqual(expected)
  })

  test('stops at a limit of entries', () => {
    const many = Array.from({ length: 6_000 }, (_, index) => ({ name: `f${index}`, kind: 'other' }) as const)
    expect(patternMatches('/x/*', () => many)).toMatchObject({ isCut: true, paths: { length: 5_000 } })
  })

  test('ends for any pattern over folders that never end', () => {
    const endless = () => [{ name: 'a', kind: 'folder' } as const, { name: 'b', kind: 'link' } as const]
    fc.assert(
      fc.property(fc.array(fc.constantFrom('*', 'a*', '?', 'a', '*b*a'), { maxLength: 30 }), (parts) => {
        expect(patternMatches(`/${parts.join('/')}`, endless).paths.length).toBeLessThanOrEqual(5_000)
      }),
      { numRuns: 50 },
    )
  })
})
