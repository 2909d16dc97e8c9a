import type { Reach } from '@drawbridge/core/target'
import { describe, expect, test } from 'vitest'
import { metBelow } from './met-below.ts'
import type { ListedEntry } from './pattern-matches.ts'

const isSecret = (path: string) => path.endsWith('.env') || path.endsWith('/keys')

describe('what holds credentials below a folder', () => {
  test('is found however deep, as far as the command reaches, and links where they are followed', () => {
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
    const list = (folder: string) => tree[folder] ?? []
    expect(metBelow('/w', { isSensitive: isSecret, list })).toEqual({
      sensitive: ['/w/.env', '/w/a/b/keys'],
      links: [],
      isCut: false,
    })
    const reached = (reach: Partial<Reach>) =>
      metBelow('/w', { isSensitive: isSecret, list, reach: { hidden: true, followsLinks: false, ...reach } })
    expect(reached({ hidden: false })).toMatchObject({ sensitive: ['/w/a/b/keys'] })
    expect(reached({ followsLinks: true })).toMatchObject({ links: ['/w/link'] })
    expect(reached({ names: ['*.md'] })).toMatchObject({ sensitive: ['/w/a/b/keys'] })
  })

  test('is looked for no longer than a bound, and that is said', () => {
    const endless = () => [{ name: 'a', kind: 'folder' } as const]
    expect(metBelow('/', { isSensitive: isSecret, list: endless })).toEqual({ sensitive: [], links: [], isCut: true })
  })

  test('is told of as far as a person reads', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `${index}.env`, kind: 'other' }) as const)
    expect(metBelow('/w', { isSensitive: isSecret, list: () => many })).toMatchObject({
      sensitive: { length: 20 },
      isCut: false,
    })
  })
})
