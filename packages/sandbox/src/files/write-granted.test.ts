import { chmodSync, chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createScene, pathTarget as path, type Scene } from '../__fixtures__/scene.ts'
import { hashBytes } from './hash-file.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const bytes = (text: string) => Buffer.from(text)

describe('writing', () => {
  test('replaces a file at once, keeps its mode, and leaves no temporary file', async () => {
    chmodSync(scene.file('workspace/run.sh', 'old'), 0o750)
    const files = await scene.files(path('write', 'run.sh'))
    const receipt = await files.write('run.sh', bytes('new'), { mode: 'replace' })
    expect(receipt).toEqual({ bytes: 3, hash: hashBytes(bytes('new')), created: false, backedUp: false })
    expect(scene.text('workspace/run.sh')).toBe('new')
    expect(statSync(join(scene.workspace, 'run.sh')).mode & 0o777).toBe(0o750)
    expect(readdirSync(scene.workspace)).toEqual(['run.sh'])
  })

  test('creates folders if asked to, and otherwise names the missing one', async () => {
    const files = await scene.files(path('write', 'a/b/c.txt'))
    const fault = await faultOf(files.write('a/b/c.txt', bytes('x'), { mode: 'create' }))
    expect(fault).toMatchObject({
      code: 'file_not_found',
      message: expect.stringContaining(join(scene.workspace, 'a/b')),
    })
    expect(await files.write('a/b/c.txt', bytes('x'), { mode: 'create', createDirectories: true })).toMatchObject({
      created: true,
    })
    expect(readdirSync(join(scene.workspace, 'a/b'))).toEqual(['c.txt'])
  })

  test('never creates over something, however late it appears', async () => {
    const files = await scene.files(path('write', 'a.txt'))
    scene.file('workspace/a.txt', 'theirs')
    expect(await faultOf(files.write('a.txt', bytes('x'), { mode: 'create' }))).toMatchObject({ code: 'path_conflict' })
    expect(scene.text('workspace/a.txt')).toBe('theirs')
  })

  test('appends, and tells size and hash of the whole', async () => {
    scene.file('workspace/a.txt', 'one')
    const files = await scene.files(path('write', 'a.txt'))
    const receipt = await files.write('a.txt', bytes('two'), { mode: 'append' })
    expect(receipt).toMatchObject({ bytes: 6, hash: hashBytes(bytes('onetwo')), created: false })
  })

  test('through a link changes what it leads to and keeps the link', async () => {
    scene.file('workspace/real.txt', 'old')
    scene.symlink('workspace/link.txt', 'real.txt')
    const files = await scene.files(path('write', 'link.txt'))
    await files.write('link.txt', bytes('new'), { mode: 'replace' })
    expect(scene.text('workspace/real.txt')).toBe('new')
    expect(
      readdirSync(scene.workspace, { withFileTypes: true })
        .find((entry) => entry.name === 'link.txt')
        ?.isSymbolicLink(),
    ).toBe(true)
  })

  test('a file of several names changes all of them', async () => {
    scene.file('workspace/a.txt', 'a longer text')
    scene.hardlink('workspace/b.txt', 'workspace/a.txt')
    const files = await scene.files(path('write', 'a.txt'))
    await files.write('a.txt', bytes('short'), { mode: 'replace' })
    expect(scene.text('workspace/b.txt')).toBe('short')
  })

  test.each([
    ['changed', 'other', hashBytes(bytes('read'))],
    ['deleted', undefined, hashBytes(bytes('read'))],
    ['created', 'new', null],
  ] as const)('is refused where the file was %s since it was read', async (_, content, expectedHash) => {
    if (content !== undefined) scene.file('workspace/a.txt', content)
    const files = await scene.files(path('write', 'a.txt'))
    for (const mode of ['replace', ...(expectedHash === null ? [] : (['append'] as const))] as const) {
      expect(await faultOf(files.write('a.txt', bytes('x'), { mode, expectedHash }))).toMatchObject({
        code: 'stale_file',
      })
    }
    expect(existsSync(join(scene.workspace, 'a.txt')) && scene.text('workspace/a.txt')).toBe(content ?? false)
  })

  test('takes content in pieces', async () => {
    const files = await scene.files(path('write', 'a.txt'))
    const pieces = [bytes('one '), bytes(''), bytes('two')]
    expect(await files.write('a.txt', pieces, { mode: 'create' })).toMatchObject({
      bytes: 7,
      hash: hashBytes(bytes('one two')),
    })
    await files.write('a.txt', [bytes('!'), bytes('?')], { mode: 'append' })
    expect(scene.text('workspace/a.txt')).toBe('one two!?')
  })

  test.each(['', 'rea', 'reads', 'other'])('is refused where it expects bytes other than %j', async (content) => {
    scene.file('workspace/a.txt', content)
    const files = await scene.files(path('write', 'a.txt'))
    const write = files.write('a.txt', bytes('x'), { mode: 'replace', expectedContent: bytes('read') })
    expect(await faultOf(write)).toMatchObject({ code: 'stale_file' })
    expect(scene.text('workspace/a.txt')).toBe(content)
  })

  test.each([{ expectedHash: hashBytes(bytes('read')) }, { expectedContent: bytes('read') }])(
    'goes on where the file is as it was read',
    async (expected) => {
      scene.file('workspace/a.txt', 'read')
      const files = await scene.files(path('write', 'a.txt'))
      await files.write('a.txt', bytes('x'), { mode: 'replace', ...expected })
      expect(scene.text('workspace/a.txt')).toBe('x')
    },
  )

  test.skipIf(process.getuid?.() !== 0)('keeps the owner of a file that root replaces (needs root)', async () => {
    chownSync(scene.file('workspace/a.txt', 'old'), 1234, 1235)
    const files = await scene.files(path('write', 'a.txt'))
    await files.write('a.txt', bytes('new'), { mode: 'replace' })
    expect(statSync(join(scene.workspace, 'a.txt'))).toMatchObject({ uid: 1234, gid: 1235 })
  })

  test.each([
    ['src', 'is_a_directory'],
    ['src/a.txt/b', 'file_not_found'],
    ['/', 'is_a_directory'],
  ])('to %s ends with %s', async (name, code) => {
    scene.file('workspace/src/a.txt')
    const files = await scene.files(path('write', name))
    const fault = await faultOf(files.write(name, bytes('x'), { mode: 'replace', createDirectories: true }))
    expect(fault.code).toBe(code)
  })

  test('to a pipe is refused without waiting for a reader', async () => {
    scene.pipe('workspace/pipe')
    const files = await scene.files(path('write', 'pipe'))
    expect(await faultOf(files.write('pipe', bytes('x'), { mode: 'append' }))).toMatchObject({ code: 'not_a_file' })
  })
})
