import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../database/index.ts'
import { sqlite } from './__fixtures__/database-of.ts'
import { manifestOf } from './__fixtures__/read-backup.ts'
import { useScratch } from './__fixtures__/use-scratch.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const { at, databaseIn, write } = useScratch()

describe('the files of a home', () => {
  const files = {
    'drawbridge.jsonc': '{ "tools": {} }',
    'sessions/a.jsonl': '{"a":1}\n{"b":2}\n',
    'artifacts/s/x.bin': 'whole output',
    'artifacts/s/x.json': '{}',
    'skills/one/SKILL.md': '# one',
    'tools/run.sh': 'echo',
    'agents/a/.hidden': 'seen',
  }
  const database = () => databaseIn('home')
  beforeEach(async () => {
    await write('home', files)
  })
  const backUpHome = (folder = 'one', keyFile?: string) =>
    backUp({ home: at('home'), database: database(), folder: at(folder), keyFile })

  test('come back as they were, for their owner alone, and without what is made anew', async () => {
    await chmod(at('home', 'tools', 'run.sh'), 0o755)
    await write('home', {
      'backups/a': 'x',
      'cache/b': 'x',
      key: 'secret',
      'sessions/.open/a.jsonl.1': '{}',
      'notes.txt': 'x',
    })
    await symlink('/', at('home', 'tools', 'everything'))
    const { leftOut } = await backUpHome()
    expect(leftOut).toEqual(['notes.txt', 'tools/everything'])
    await restore({ folder: at('one'), home: at('new'), database: sqlite })
    for (const [name, text] of Object.entries(files)) expect(await readFile(at('new', name), 'utf8')).toBe(text)
    expect((await readdir(at('new'))).sort()).toEqual([
      'agents',
      'artifacts',
      'drawbridge.jsonc',
      'sessions',
      'skills',
      'tools',
    ])
    for (const folder of ['one', 'new', 'one/home/sessions', 'new/sessions']) {
      expect((await stat(at(folder))).mode & 0o777, folder).toBe(0o700)
    }
    expect((await stat(at('new/drawbridge.jsonc'))).mode & 0o777).toBe(0o600)
    expect((await stat(at('one/manifest.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(at('new/tools/run.sh'))).mode & 0o777).toBe(0o700)
  })

  test('are taken by whole lines where they are records', async () => {
    await write('home', { 'sessions/a.jsonl': '{"a":1}\n{"b', 'sessions/b.jsonl': '{"c' })
    await backUpHome()
    expect(await readFile(at('one/home/sessions/a.jsonl'), 'utf8')).toBe('{"a":1}\n')
    expect(await readFile(at('one/home/sessions/b.jsonl'), 'utf8')).toBe('')
  })

  test('include the key only on request', async () => {
    await write('home', { key: 'k'.repeat(43) })
    await chmod(at('home/key'), 0o600)
    expect((await backUpHome()).manifest.includesKey).toBe(false)
    expect((await backUpHome('two', at('home/key'))).manifest.includesKey).toBe(true)
    await restore({ folder: at('two'), home: at('new'), database: sqlite })
    expect(await readFile(at('new/key'), 'utf8')).toBe('k'.repeat(43))
    expect((await stat(at('new/key'))).mode & 0o777).toBe(0o600)
    await expect(readFile(at('one/home/key'))).rejects.toThrow('ENOENT')
  })

  test('are not written where something is, or into what is taken along', async () => {
    await backUpHome()
    await expect(backUpHome()).rejects.toThrow('already exists')
    await expect(backUpHome('home/sessions/deep')).rejects.toThrow('would contain itself')
    expect((await readdir(at())).sort()).toEqual(['home', 'one'])
    await backUpHome('home/backups/today')
    expect((await manifestOf(at('home/backups/today'))).files).toHaveLength(Object.keys(files).length)
  })

  test('of a home that is not empty are put aside only when that is said', async () => {
    await backUpHome()
    await write('new', { 'drawbridge.jsonc': '{ "old": 1 }' })
    await expect(restore({ folder: at('one'), home: at('new'), database: sqlite })).rejects.toThrow('--force')
    const { keptHome = '' } = await restore({ folder: at('one'), home: at('new'), database: sqlite, force: true })
    expect(await readFile(join(keptHome, 'drawbridge.jsonc'), 'utf8')).toBe('{ "old": 1 }')
    expect(await readFile(at('new/drawbridge.jsonc'), 'utf8')).toBe(files['drawbridge.jsonc'])
  })

  test('of a home that another process has open are not put aside', async () => {
    await backUpHome()
    {
      await using _open = await openDatabase(database())
      const again = restore({
        folder: at('one'),
        home: at('home'),
        database: sqlite,
        force: true,
        oldDatabase: at('home/drawbridge.db'),
      })
      await expect(again).rejects.toThrow('Another process has the database')
    }
    await restore({
      folder: at('one'),
      home: at('home'),
      database: sqlite,
      force: true,
      oldDatabase: at('home/drawbridge.db'),
    })
  })
})
