import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTreeMemory } from './tree-memory.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-tree-')))
  mkdirSync(join(root, 'inner'))
  writeFileSync(join(root, 'inner/.env'), 'x')
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(root, { recursive: true, force: true })
})

/** A memory whose folder `inner` cannot be listed while there is a reason. */
function open() {
  const trouble: { code?: string } = {}
  const memory = createTreeMemory({
    isGuarded: (path) => path.endsWith('/.env'),
    mayHold: () => false,
    list: (folder) => {
      if (folder.endsWith('/inner') && trouble.code !== undefined) throw Object.assign(new Error(), trouble)
      return readdirSync(folder, { withFileTypes: true })
    },
  })
  const look = () => {
    const found = memory.look(root, { maxFolders: 10, maxEntries: 100 }).advance(10)
    return found?.guarded.map(({ path }) => path.slice(root.length + 1))
  }
  return { trouble, look }
}

test.each(['EMFILE', 'EIO', 'EACCES'])(
  'a folder that %s keeps from being listed is covered, and is listed again by the next look',
  (code) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    const { trouble, look } = open()
    trouble.code = code
    expect(look()).toEqual(['inner'])
    delete trouble.code
    expect(look()).toEqual(['inner/.env'])
  },
)

test('a folder that is gone by the time it is listed has nothing to cover', () => {
  const { trouble, look } = open()
  trouble.code = 'ENOENT'
  expect(look()).toEqual([])
})
