import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { createFileBackups, type FileBackupOptions } from './backups.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

/** A scene that keeps backups, and the lister of them. */
function keeping(options: Partial<FileBackupOptions> = {}) {
  const folder = join(scene.root, 'backups')
  const backed = createScene({ backups: { folder, ...options } })
  return {
    backed,
    folder,
    backups: createFileBackups({ folder, ...options }),
    [Symbol.dispose]: () => backed[Symbol.dispose](),
  }
}

async function overwrite(target: Scene, path: string, text: string): Promise<boolean> {
  const files = await target.files({ kind: 'path', path, access: 'write' })
  return (await files.write(path, Buffer.from(text), { mode: 'replace' })).backedUp
}

describe('before content goes', () => {
  test('an overwritten file is kept where a person finds it, for the owner alone', async () => {
    using kept = keeping()
    const original = kept.backed.file('workspace/notes.txt', 'old')
    expect(await overwrite(kept.backed, 'notes.txt', 'new')).toBe(true)
    const [backup] = await kept.backups.list(original)
    expect(backup).toMatchObject({ original })
    expect(readFileSync(backup?.path ?? '', 'utf8')).toBe('old')
    expect(basename(backup?.path ?? '')).toMatch(/^\d{4}-\d\d-\d\dT.*-notes\.txt$/)
    expect(statSync(backup?.path ?? '').mode & 0o077).toBe(0)
    expect(statSync(kept.folder).mode & 0o077).toBe(0)
    expect(await kept.backups.list()).toHaveLength(1)
  })

  test('a deleted folder is kept whole, and a replaced target of a move too', async () => {
    using kept = keeping()
    kept.backed.file('workspace/sub/deep/a.txt', 'deep')
    kept.backed.symlink('workspace/sub/out', '../../outside')
    kept.backed.file('workspace/b.txt', 'b')
    kept.backed.file('workspace/c.txt', 'c')
    const files = await kept.backed.files(
      { kind: 'path', path: 'sub', access: 'delete', recursive: true },
      { kind: 'path', path: 'b.txt', access: 'delete' },
      { kind: 'path', path: 'c.txt', access: 'write' },
    )
    expect(await files.remove('sub', { recursive: true })).toEqual({ backedUp: true })
    expect(await files.move('b.txt', 'c.txt', { overwrite: true })).toEqual({ backedUp: true })
    const [folder] = await kept.backups.list(join(kept.backed.workspace, 'sub'))
    expect(readdirSync(folder?.path ?? '').sort()).toEqual(['deep', 'out'])
    expect(readFileSync(join(folder?.path ?? '', 'deep/a.txt'), 'utf8')).toBe('deep')
    const [file] = await kept.backups.list(join(kept.backed.workspace, 'c.txt'))
    expect(readFileSync(file?.path ?? '', 'utf8')).toBe('c')
  })

  test('the newest are kept of each path, and those of other paths stay', async () => {
    using kept = keeping({ keep: 3 })
    const original = kept.backed.file('workspace/a.txt', '0')
    kept.backed.file('workspace/other/a.txt', 'other')
    await overwrite(kept.backed, 'other/a.txt', 'x')
    for (let version = 1; version <= 6; version += 1) await overwrite(kept.backed, 'a.txt', String(version))
    const texts = (await kept.backups.list(original)).map((backup) => readFileSync(backup.path, 'utf8'))
    expect(texts).toEqual(['5', '4', '3'])
    expect(await kept.backups.list()).toHaveLength(4)
  })

  test.each([
    ['none are wanted', { keep: 0 }],
    ['the content is larger than may be kept', { maxBytes: 2 }],
  ])('nothing is kept where %s, and the receipt says so', async (_, options) => {
    using kept = keeping(options)
    kept.backed.file('workspace/a.txt', 'old')
    expect(await overwrite(kept.backed, 'a.txt', 'new')).toBe(false)
    expect(await kept.backups.list()).toEqual([])
  })

  test('a very long name works', async () => {
    using kept = keeping()
    const name = `${'ä'.repeat(120)}.txt`
    const original = kept.backed.file(`workspace/${name}`, 'old')
    expect(await overwrite(kept.backed, name, 'new')).toBe(true)
    expect(await kept.backups.list(original)).toHaveLength(1)
  })
})
