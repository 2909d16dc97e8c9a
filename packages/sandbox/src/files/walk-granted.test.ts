import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { FileAccess, FileEntry } from '@drawbridge/core/machine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createScene, pathTarget as path, type Scene } from '../__fixtures__/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

describe('walking', () => {
  const walk = async (files: FileAccess, name: string, depth?: number) => {
    const entries: FileEntry[] = []
    const steps = files.walk(name, depth === undefined ? {} : { depth })
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (step.done) return { paths: entries.map((entry) => entry.path), entries, summary: step.value }
      entries.push(step.value)
    }
  }

  test('lists in name order, parents first, links unfollowed, without what may not be seen', async () => {
    scene.file('workspace/b/2.txt', 'xx')
    scene.file('workspace/b/1.txt')
    scene.file('workspace/a.txt')
    scene.file('workspace/b/.env')
    scene.file('workspace/.drawbridge/state')
    scene.symlink('workspace/out', '../outside')
    const { paths, entries, summary } = await walk(await scene.files(path('list', '.', true)), '.')
    expect(paths).toEqual(['a.txt', 'b', 'b/1.txt', 'b/2.txt', 'out'])
    expect(entries.map((entry) => entry.kind)).toEqual(['file', 'directory', 'file', 'file', 'symlink'])
    expect(entries[3]).toMatchObject({ size: 2 })
    expect(summary).toEqual({ sensitive: 1, denied: 0, unreadable: 0, unnamed: 0 })
  })

  test('stops at the depth, at folders the caller does not enter, and when the caller leaves', async () => {
    scene.file('workspace/a/b/c/d.txt')
    const files = await scene.files(path('list', '.', true))
    expect((await walk(files, '.', 2)).paths).toEqual(['a', 'a/b'])
    const entered: string[] = []
    for await (const entry of files.walk('.', { enter: ({ path: folder }) => folder !== 'a/b' }))
      entered.push(entry.path)
    expect(entered).toEqual(['a', 'a/b'])
    for await (const entry of files.walk('.')) {
      expect(entry.path).toBe('a')
      break
    }
  })

  test('of a place that holds credentials lists it once that was decided on', async () => {
    scene.file('user/.ssh/id_rsa')
    expect((await walk(await scene.files(path('list', '~/.ssh')), '~/.ssh')).paths).toEqual(['id_rsa'])
    expect(await walk(await scene.files(path('list', '~')), '~')).toMatchObject({
      paths: [],
      summary: { sensitive: 1 },
    })
  })

  test('of a file, a missing path or an undeclared path is refused', async () => {
    scene.file('workspace/a.txt')
    const files = await scene.files(path('list', 'a.txt'), path('list', 'missing'))
    expect(await faultOf(walk(files, 'a.txt'))).toMatchObject({ code: 'invalid_target' })
    expect(await faultOf(walk(files, 'missing'))).toMatchObject({ code: 'file_not_found' })
    expect(await faultOf(async () => walk(files, '..'))).toMatchObject({ code: 'invalid_target' })
  })

  test('ends with the abort of the call', async () => {
    for (let index = 0; index < 5; index += 1) scene.file(`workspace/${index}.txt`)
    const abort = new AbortController()
    const files = await scene.files(path('list', '.'))
    const seen = async () => {
      for await (const _ of files.walk('.', { signal: abort.signal })) abort.abort()
    }
    await expect(seen()).rejects.toThrow(/abort/)
  })

  test('counts a folder that went away meanwhile', async () => {
    scene.file('workspace/a/1.txt')
    scene.file('workspace/b/2.txt')
    const steps = (await scene.files(path('list', '.', true))).walk('.')
    await steps.next()
    renameSync(join(scene.workspace, 'b'), join(scene.root, 'gone'))
    const rest: unknown[] = []
    for (let step = await steps.next(); ; step = await steps.next()) {
      rest.push(step.value)
      if (step.done) break
    }
    expect(rest).toMatchObject([{ path: 'a/1.txt' }, { path: 'b' }, { unreadable: 1 }])
  })
})
