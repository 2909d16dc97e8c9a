import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { existingPlaces } from './existing-places.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-places-')))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(base, { recursive: true, force: true })
})

const places = ['.ssh', '.netrc', '.config/gh', '.config/git/credentials', '.docker/config.json']

function put(name: string): void {
  mkdirSync(dirname(join(base, name)), { recursive: true })
  writeFileSync(join(base, name), 'x')
}

function find(look: () => readonly string[]): readonly string[] {
  return look().map((path) => path.slice(base.length + 1))
}

test('a credential is found that comes to a folder which was missing', () => {
  const look = existingPlaces(base, places)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
  expect(find(look)).toEqual([])
  expect(find(look)).toEqual([])
  put('.config/git/credentials')
  expect(find(look)).toEqual(['.config/git/credentials'])
  put('.config/gh/hosts.yml')
  expect(find(look)).toEqual(['.config/gh', '.config/git/credentials'])
})

test('a credential is found that comes within the same moment as another', () => {
  const look = existingPlaces(base, places)
  put('.docker/x')
  expect(find(look)).toEqual([])
  put('.docker/config.json')
  expect(find(look)).toEqual(['.docker/config.json'])
  put('.netrc')
  expect(find(look)).toEqual(['.netrc', '.docker/config.json'])
})

test('a credential is found behind a folder that was replaced, or that is a link', () => {
  put('.config/gh/hosts.yml')
  put('other/git/credentials')
  const look = existingPlaces(base, places)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
  expect(find(look)).toEqual(['.config/gh'])
  expect(find(look)).toEqual(['.config/gh'])
  renameSync(join(base, '.config'), join(base, 'aside'))
  renameSync(join(base, 'other'), join(base, '.config'))
  expect(find(look)).toEqual(['.config/git/credentials'])
  renameSync(join(base, '.config'), join(base, 'other'))
  symlinkSync('aside', join(base, '.config'))
  expect(find(look)).toEqual(['.config/gh'])
})

test('whatever comes and goes, what is found is what exists', () => {
  const name = fc.constantFrom(...places, '.config', '.config/git', '.docker', 'notes.txt')
  const step = fc.record({ name, kind: fc.constantFrom('file', 'folder', 'none') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      rmSync(base, { recursive: true, force: true })
      mkdirSync(base)
      const look = existingPlaces(base, places)
      for (const { name, kind } of steps) {
        rmSync(join(base, name), { recursive: true, force: true })
        if (kind === 'folder') tryTo(() => mkdirSync(join(base, name), { recursive: true }))
        if (kind === 'file') tryTo(() => put(name))
        expect(find(look).toSorted()).toEqual(places.filter((place) => existsSync(join(base, place))).toSorted())
      }
    }),
    { numRuns: 50 },
  )
})

/** A folder on the way may be a file by now. */
function tryTo(make: () => void): void {
  try {
    make()
  } catch {
    // The step changes nothing then.
  }
}
