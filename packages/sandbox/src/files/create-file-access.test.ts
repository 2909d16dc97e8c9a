import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DeclaredTarget, type FileAccess, type FileEntry, type OutcomeCode, ToolFault } from '@drawbridge/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { hashBytes } from './hash-file.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const path = (access: 'read' | 'write' | 'delete' | 'list', name: string, recursive = false): DeclaredTarget => ({
  kind: 'path',
  path: name,
  access,
  recursive,
})
const bytes = (text: string) => Buffer.from(text)
const textOf = async (files: FileAccess, name: string) =>
  Buffer.from(await files.readBytes(name, { maxBytes: 1_000_000 })).toString()

/** The code and message with which an operation ends. */
async function faultOf(operation: Promise<unknown> | (() => unknown)): Promise<{ code: OutcomeCode; message: string }> {
  try {
    await (typeof operation === 'function' ? operation() : operation)
  } catch (error) {
    if (ToolFault.isInstance(error)) return error.failure
    throw error
  }
  throw new Error('nothing failed')
}

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

describe('writing', () => {
  test('replaces a file at once, keeps its mode, and leaves nothing beside it', async () => {
    chmodSync(scene.file('workspace/run.sh', 'old'), 0o750)
    const files = await scene.files(path('write', 'run.sh'))
    const receipt = await files.write('run.sh', bytes('new'), { mode: 'replace' })
    expect(receipt).toEqual({ bytes: 3, hash: hashBytes(bytes('new')), created: false, backedUp: false })
    expect(scene.text('workspace/run.sh')).toBe('new')
    expect(statSync(join(scene.workspace, 'run.sh')).mode & 0o777).toBe(0o750)
    expect(readdirSync(scene.workspace)).toEqual(['run.sh'])
  })

  test('creates with folders where asked to, and says what is missing where not', async () => {
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

  test('goes on where the file is as it was read', async () => {
    scene.file('workspace/a.txt', 'read')
    const files = await scene.files(path('write', 'a.txt'))
    await files.write('a.txt', bytes('x'), { mode: 'replace', expectedHash: hashBytes(bytes('read')) })
    expect(scene.text('workspace/a.txt')).toBe('x')
  })

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

  test('of what is not there says so', async () => {
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

  test('moves, and replaces only where told to', async () => {
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
    expect(summary).toEqual({ sensitive: 1, unreadable: 0 })
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

  test('of a file, of nothing, and of what is not declared is refused', async () => {
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

describe('what a search program found', () => {
  test('is shown only where its content may be', async () => {
    scene.file('workspace/src/a.txt')
    scene.file('workspace/src/.env')
    scene.file('workspace/src/.drawbridge/x')
    scene.file('workspace/other.txt')
    scene.symlink('workspace/src/out', '../../outside/secret.txt')
    scene.symlink('workspace/src/in', 'a.txt')
    scene.hardlink('workspace/src/hard', 'outside/secret.txt')
    const { visible } = await scene.files(path('read', 'src', true))
    const shown = ['a.txt', '.env', '.drawbridge/x', '../other.txt', 'out', 'in', 'hard', 'missing'].filter((name) =>
      visible(join(scene.workspace, 'src', name)),
    )
    expect(shown).toEqual(['a.txt', 'in', 'missing'])
    expect(visible('src/a.txt')).toBe(true)
  })
})

describe('ignore rules', () => {
  test('are readable for listed folders and those above, up to the workspace', async () => {
    scene.file('workspace/.gitignore', 'dist')
    scene.file('workspace/a/.gitignore', 'tmp')
    scene.file('.gitignore', 'outside')
    scene.folder('workspace/a/b')
    scene.folder('workspace/c')
    scene.symlink('workspace/a/b/.gitignore', '../../../outside/secret.txt')
    const files = await scene.files(path('list', 'a', true))
    expect(await files.readIgnoreFile('.')).toBe('dist')
    expect(await files.readIgnoreFile('a')).toBe('tmp')
    expect(await files.readIgnoreFile('a/b')).toBeUndefined()
    expect(await files.readIgnoreFile('a/missing')).toBeUndefined()
    expect(await faultOf(files.readIgnoreFile('..'))).toMatchObject({ code: 'invalid_target' })
    expect(await faultOf(files.readIgnoreFile('c'))).toMatchObject({ code: 'invalid_target' })
  })
})
