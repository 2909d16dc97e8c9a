import { describe, expect, test } from 'vitest'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { checkDocumentPath } from './check-document-path.ts'
import { createGeneratedFiles } from './generated-files.ts'
import type { Interceptor } from './interceptor.ts'
import { createMemoryAgentStore } from './memory-agent-store.ts'
import { createMemoryFiles } from './memory-files.ts'
import { createVirtualTree } from './virtual-tree.ts'

const caller = { agent: 'helper', user: 'ada' }
const memory = () => createMemoryFiles({ ...caller, store: createMemoryAgentStore().memory, clock: { now: () => 1 } })

/** An interceptor of its own over some names of others. */
function shouting(names: readonly string[]): Interceptor {
  const fileOf = (path: string) => ({ path, text: 'LOUD', bytes: 4, modifiedMs: 1, version: '1' })
  return {
    name: 'shouting',
    roots: names.map((name) => ({ name, kind: 'file' })),
    objection: () => undefined,
    list: async () => names.map(fileOf),
    readAll: async () => names.map(fileOf),
    read: async (path) => fileOf(path),
    write: async (path) => fileOf(path),
    remove: async () => undefined,
  }
}

describe('a tree', () => {
  test('asks the first interceptor that has a name, and no other', async () => {
    const tree = createVirtualTree({
      ...caller,
      interceptors: [
        shouting(['TEAM.md']),
        memory(),
        createGeneratedFiles({ generators: { 'TEAM.md': () => 'quiet' }, modifiedMs: 1 }),
        shouting(['MEMORY.md', 'ROOM.md']),
      ],
    })
    expect(tree.roots.map(({ name }) => name)).toEqual(['TEAM.md', 'MEMORY.md', 'memory', 'DELEGATION.md', 'ROOM.md'])
    expect((await tree.read('TEAM.md'))?.text).toBe('LOUD')
    expect(await tree.read('MEMORY.md')).toBeUndefined()
    expect((await tree.list()).map(({ path }) => path)).toEqual(['TEAM.md', 'ROOM.md'])
    expect(tree.objection('TEAM.md', 'write', { role: 'main' })).toBeUndefined()
    expect(tree.objection('DELEGATION.md', 'write', { role: 'main' })).toMatchObject({ code: 'path_outside_roots' })
  })

  test('sees a change of another at once, since nothing is remembered', async () => {
    const store = createMemoryAgentStore().memory
    const trees = [1, 2].map(() =>
      createVirtualTree({
        ...caller,
        interceptors: [createMemoryFiles({ ...caller, store, clock: { now: () => 1 } })],
      }),
    )
    await trees[0]?.write('memory/a.md', 'one', undefined, 'trusted')
    expect((await trees[1]?.read('memory/a.md'))?.text).toBe('one')
    expect(await trees[1]?.list()).toHaveLength(1)
  })

  test('shows of what a store holds only what has a place in it', async () => {
    const store = createMemoryAgentStore().memory
    for (const path of ['memory/a.md', 'memory', 'MEMORY.md/x', 'other.md', 'memory/../../x', 'memory//y', 'SOUL.md'])
      await store.save(caller, { path, text: 'x', expected: undefined, modifiedMs: 1, trust: 'trusted' })
    const tree = createVirtualTree({
      ...caller,
      interceptors: [createMemoryFiles({ ...caller, store, clock: { now: () => 1 } })],
    })
    expect((await tree.list()).map(({ path }) => path)).toEqual(['memory/a.md'])
    expect((await tree.readAll()).map(({ path }) => path)).toEqual(['memory/a.md'])
  })

  test('says of a store that fails that it is the store', async () => {
    const broken = {
      ...shouting(['ROOM.md']),
      list: () => Promise.reject(new DrawbridgeError('store_unavailable', 'no connection')),
    }
    const tree = createVirtualTree({ ...caller, interceptors: [broken] })
    await expect(tree.list()).rejects.toMatchObject({
      failure: { code: 'store_unavailable', retryable: true, message: expect.stringContaining('no connection') },
    })
  })

  test('belongs to its caller alone', () => {
    const tree = createVirtualTree({ ...caller, interceptors: [] })
    expect(tree.admits(caller)).toBe(true)
    expect(tree.admits({ agent: 'helper' })).toBe(false)
    expect(tree.admits({ agent: 'other', user: 'ada' })).toBe(false)
  })
})

describe('the name of something that is kept', () => {
  test.each(['MEMORY.md', 'memory/a/b/c.md', 'memory/日本 語.md', 'memory/.hidden'])('may be %j', (path) => {
    expect(() => checkDocumentPath(path)).not.toThrow()
  })

  test.each([
    'memory/ a.md',
    'memory/a.md ',
    'memory/a\nb.md',
    'memory/a\u202eb.md',
    'memory/\ud800.md',
    `memory/${'x'.repeat(121)}`,
    `memory/${'x/'.repeat(8)}y`,
    `memory/${`${'x'.repeat(100)}/`.repeat(4)}y`,
  ])('cannot be %j', (path) => {
    expect(() => checkDocumentPath(path)).toThrow('Choose a simpler name')
  })
})
