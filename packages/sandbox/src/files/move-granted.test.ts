import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createScene, pathTarget as path, type Scene } from '../__fixtures__/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

describe('deleting and moving', () => {
  test('of a link takes the link and leaves what it leads to', async () => {
    scene.symlink('workspace/out', '../outside')
    const files = await scene.files(path('delete', 'out'))
    await files.remove('out', { recursive: true })
    expect(readdirSync(scene.workspace)).toEqual([])
    expect(scene.text('outside/secret.txt')).toBeTruthy()
  })

  test('of a folder asks to be told so, then takes all of it and nothing that it links to', async () => {
    scene.file('workspace/sub/deep/a.txt')
    scene.symlink('workspace/sub/out', '../../outside')
    const files = await scene.files(path('delete', 'sub', true))
    expect(await faultOf(files.remove('sub', { recursive: false }))).toMatchObject({ code: 'is_a_directory' })
    await files.remove('sub', { recursive: true })
    expect(readdirSync(scene.workspace)).toEqual([])
    expect(scene.text('outside/secret.txt')).toBeTruthy()
  })

  test('of a missing path says so', async () => {
    const files = await scene.files(path('delete', 'a.txt'), path('write', 'b.txt'))
    expect(await faultOf(files.remove('a.txt', { recursive: false }))).toMatchObject({ code: 'file_not_found' })
    expect(await faultOf(files.move('a.txt', 'b.txt', { overwrite: false }))).toMatchObject({ code: 'file_not_found' })
  })

  test("of a folder that holds Drawbridge's own data is refused before anything goes", async () => {
    scene.file('workspace/sub/a.txt')
    scene.file('workspace/sub/x/.drawbridge/state')
    const files = await scene.files(path('delete', 'sub', true), path('write', 'elsewhere'))
    expect(await faultOf(files.remove('sub', { recursive: true }))).toMatchObject({ code: 'path_outside_roots' })
    expect(await faultOf(files.move('sub', 'elsewhere', { overwrite: false }))).toMatchObject({
      code: 'path_outside_roots',
    })
    expect(scene.text('workspace/sub/a.txt')).toBe('')
  })

  test('moves, and replaces only if told to', async () => {
    scene.file('workspace/a.txt', 'a')
    scene.file('workspace/b.txt', 'b')
    const files = await scene.files(path('delete', 'a.txt'), path('write', 'b.txt'))
    expect(await faultOf(files.move('a.txt', 'b.txt', { overwrite: false }))).toMatchObject({ code: 'path_conflict' })
    await files.move('a.txt', 'b.txt', { overwrite: true })
    expect(scene.text('workspace/b.txt')).toBe('a')
    expect(readdirSync(scene.workspace)).toEqual(['b.txt'])
  })

  const memory = '/dev/shm'
  const isOtherDevice = existsSync(memory) && statSync(memory).dev !== statSync(tmpdir()).dev
  test.skipIf(!isOtherDevice)('moves files and folders to another device (needs /dev/shm)', async () => {
    const elsewhere = realpathSync(mkdtempSync(join(memory, 'drawbridge-')))
    try {
      scene.file('workspace/sub/a.txt', 'a')
      scene.symlink('workspace/sub/out', '../../outside')
      scene.file('workspace/b.txt', 'b')
      const [folder, file] = [join(elsewhere, 'sub'), join(elsewhere, 'b.txt')]
      const files = await scene.files(
        path('delete', 'sub', true),
        path('write', folder),
        path('delete', 'b.txt'),
        path('write', file),
      )
      await files.move('sub', folder, { overwrite: false })
      await files.move('b.txt', file, { overwrite: false })
      expect(readdirSync(scene.workspace)).toEqual([])
      expect(readdirSync(elsewhere).sort()).toEqual(['b.txt', 'sub'])
      expect(readdirSync(folder).sort()).toEqual(['a.txt', 'out'])
      expect(scene.text('outside/secret.txt')).toBeTruthy()
    } finally {
      rmSync(elsewhere, { recursive: true })
    }
  })

  test('never moves a folder into itself or a thing onto itself', async () => {
    scene.folder('workspace/sub')
    const files = await scene.files(path('delete', 'sub', true), path('write', 'sub/x'), path('write', 'sub'))
    expect(await faultOf(files.move('sub', 'sub/x', { overwrite: false }))).toMatchObject({ code: 'path_conflict' })
    expect(await faultOf(files.move('sub', 'sub', { overwrite: true }))).toMatchObject({ code: 'path_conflict' })
  })
})
