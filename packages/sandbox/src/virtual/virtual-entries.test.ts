import { describe, expect, test } from 'vitest'
import { entriesIn, entryAt } from './virtual-entries.ts'
import { createVirtualPlaces } from './virtual-places.ts'

const places = createVirtualPlaces('/w', {
  createdMs: 5,
  roots: [
    { name: 'SOUL.md', kind: 'file' },
    { name: 'memory', kind: 'folder' },
    { name: 'team', kind: 'folder' },
  ],
})
const file = (path: string, modifiedMs: number) => ({ path, bytes: path.length, modifiedMs })
const files = [file('SOUL.md', 7), file('memory/b/c.md', 9), file('memory/b/d/e.md', 8), file('memory/a.md', 6)]

describe('the entries of a virtual folder', () => {
  test('are files and folders in name order, a folder as new as the newest below it', () => {
    expect(entriesIn('memory', files, places)).toEqual([
      { path: 'a.md', kind: 'file', size: 11, modifiedMs: 6 },
      { path: 'b', kind: 'directory', size: 0, modifiedMs: 9 },
    ])
  })

  test('are at the root those that are always there as well', () => {
    expect(entriesIn('', files, places)).toEqual([
      { path: 'SOUL.md', kind: 'file', size: 7, modifiedMs: 7 },
      { path: 'memory', kind: 'directory', size: 0, modifiedMs: 9 },
      { path: 'team', kind: 'directory', size: 0, modifiedMs: 5 },
    ])
  })

  test('are empty for a missing folder', () => {
    expect(entriesIn('memory/x', files, places)).toEqual([])
    expect(entryAt('memory/x', files, places)).toEqual({ kind: 'missing' })
  })

  test('of twenty thousand are told by looking at each once', () => {
    let looks = 0
    const many = Array.from({ length: 20_000 }, (_, index) => ({
      get path() {
        looks += 1
        return `memory/${index}.md`
      },
      bytes: 1,
      modifiedMs: 1,
    }))
    expect(entriesIn('memory', many, places)).toHaveLength(20_000)
    expect(looks).toBe(20_000)
  })
})
