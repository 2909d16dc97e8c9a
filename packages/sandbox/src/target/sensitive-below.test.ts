import { describe, expect, test } from 'vitest'
import type { ListedEntry } from './pattern-matches.ts'
import { sensitiveBelow } from './sensitive-below.ts'

const isSecret = (path: string) => path.endsWith('.env') || path.endsWith('/keys')

describe('what holds credentials below a folder', () => {
  test('is found however deep, and not behind a link', () => {
    const tree: Readonly<Record<string, readonly ListedEntry[]>> = {
      '/w': [
        { name: 'a', kind: 'folder' },
        { name: 'link', kind: 'link' },
        { name: '.env', kind: 'other' },
      ],
      '/w/a': [{ name: 'b', kind: 'folder' }],
      '/w/a/b': [
        { name: 'keys', kind: 'folder' },
        { name: 'c.md', kind: 'other' },
      ],
      '/w/a/b/keys': [{ name: 'x.env', kind: 'other' }],
      '/w/link': [{ name: 'y.env', kind: 'other' }],
    }
    const found = sensitiveBelow('/w', isSecret, (folder) => tree[folder] ?? [])
    expect(found).toEqual({ paths: ['/w/.env', '/w/a/b/keys'], isCut: false })
  })

  test('is looked for no longer than a bound, and that is said', () => {
    const endless = () => [{ name: 'a', kind: 'folder' } as const]
    expect(sensitiveBelow('/', isSecret, endless)).toEqual({ paths: [], isCut: true })
  })

  test('is told of as far as a person reads', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `${index}.env`, kind: 'other' }) as const)
    expect(sensitiveBelow('/w', isSecret, () => many)).toMatchObject({ paths: { length: 20 }, isCut: false })
  })
})
