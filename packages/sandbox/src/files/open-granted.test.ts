import { join } from 'node:path'
import type { FileAccess } from '@drawbridge/core/machine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createScene, pathTarget as path, type Scene } from '../__fixtures__/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const bytes = (text: string) => Buffer.from(text)
const textOf = async (files: FileAccess, name: string) =>
  Buffer.from(await files.readBytes(name, { maxBytes: 1_000_000 })).toString()

describe('reading', () => {
  test('gives the bytes of a declared file, by its declared, absolute and recursive name', async () => {
    scene.file('workspace/src/a.txt', 'hello')
    const single = await scene.files(path('read', 'src/a.txt'))
    expect(await textOf(single, 'src/a.txt')).toBe('hello')
    expect(await textOf(single, join(scene.workspace, 'src/a.txt'))).toBe('hello')
    const below = await scene.files(path('read', 'src', true))
    expect(await textOf(below, 'src/a.txt')).toBe('hello')
  })

  test('a part of a file costs only that part', async () => {
    scene.file('workspace/a.txt', '0123456789')
    const files = await scene.files(path('read', 'a.txt'))
    await using file = await files.open('a.txt')
    const buffer = new Uint8Array(3)
    expect(await file.read(buffer, 4)).toBe(3)
    expect(Buffer.from(buffer).toString()).toBe('456')
    expect(await file.read(buffer, 10)).toBe(0)
    expect(file.stat).toMatchObject({ kind: 'file', size: 10, links: 1 })
  })

  test('more than is allowed ends before memory does, also where the size is not told', async () => {
    scene.file('workspace/a.txt', 'x'.repeat(100))
    const files = await scene.files(path('read', 'a.txt'), path('read', '/proc/cpuinfo'))
    expect(await faultOf(files.readBytes('a.txt', { maxBytes: 99 }))).toMatchObject({ code: 'file_too_large' })
    expect(await faultOf(files.readBytes('/proc/cpuinfo', { maxBytes: 20 }))).toMatchObject({ code: 'file_too_large' })
    expect(await files.readBytes('a.txt', { maxBytes: 100 })).toHaveLength(100)
  })

  test.each([
    ['missing.txt', 'file_not_found'],
    ['src', 'is_a_directory'],
    ['src/a.txt/b', 'file_not_found'],
    ['pipe', 'not_a_file'],
    ['/dev/zero', 'not_a_file'],
    ['/', 'is_a_directory'],
  ])('%s ends with %s and never hangs', async (name, code) => {
    scene.file('workspace/src/a.txt')
    scene.pipe('workspace/pipe')
    const files = await scene.files(path('read', name))
    expect(await faultOf(files.open(name))).toMatchObject({ code, message: expect.stringContaining(name) })
  })

  test('of what is not declared is refused, whatever it is', async () => {
    scene.file('workspace/a.txt')
    scene.file('workspace/b.txt')
    const files = await scene.files(path('read', 'a.txt'), path('list', 'sub', true))
    for (const name of ['b.txt', '../outside/secret.txt', join(scene.outside, 'secret.txt'), 'sub/x']) {
      expect(await faultOf(files.open(name))).toMatchObject({ code: 'invalid_target' })
    }
    expect(await faultOf(files.write('a.txt', bytes('x'), { mode: 'replace' }))).toMatchObject({
      code: 'invalid_target',
    })
    expect(await faultOf(files.remove('a.txt', { recursive: false }))).toMatchObject({ code: 'invalid_target' })
  })

  test('below a recursive target stops at what needs a decision of its own', async () => {
    scene.file('workspace/.env', 'x')
    scene.symlink('workspace/out.txt', '../outside/secret.txt')
    scene.hardlink('workspace/hard.txt', 'outside/secret.txt')
    scene.file('workspace/.drawbridge/x')
    const files = await scene.files(path('read', '.', true))
    expect(await faultOf(files.open('.env'))).toMatchObject({ code: 'path_outside_roots' })
    expect(await faultOf(files.open('hard.txt'))).toMatchObject({ code: 'path_outside_roots' })
    expect(await faultOf(files.open('.drawbridge/x'))).toMatchObject({ code: 'path_outside_roots' })
    expect(await faultOf(files.open('out.txt'))).toMatchObject({ code: 'invalid_target' })
  })

  test('says whether and what something is, and suggests names that resemble a missing one', async () => {
    scene.file('workspace/config.json', '{}')
    scene.file('workspace/.env')
    const files = await scene.files(path('read', 'confg.json'), path('read', 'config.json'), path('read', '.en'))
    expect(await files.stat('confg.json')).toBeUndefined()
    expect(await files.stat('config.json')).toMatchObject({ kind: 'file', size: 2 })
    expect(await files.similarNames('confg.json')).toEqual(['config.json'])
    expect(await files.similarNames('.en')).toEqual([])
  })
})
