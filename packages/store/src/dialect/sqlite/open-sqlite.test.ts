import { chmod, mkdir, mkdtemp, open, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeWithSmallDisk } from '../../__fixtures__/describe-with-small-disk.ts'
import { insertNote, listNotes, withNotes } from '../../__fixtures__/notes.ts'
import { openDatabase } from '../../database/open-database.ts'
import { statement } from '../../database/statement.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-sqlite-'))
  file = join(folder, 'home', 'drawbridge.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const openFile = (path = file) => openDatabase({ kind: 'sqlite', file: path })
/** What a person reads: the code, the file, SQLite's or the system's reason, and a way out. */
const refusal = (code: string, reason: RegExp, path = file) => ({
  code,
  message: expect.stringMatching(new RegExp(`^.*${path}.*${reason.source}.*\\. [A-Z].*$`)),
})

describe('a SQLite file', () => {
  test('and its companion files are readable by their owner alone', async () => {
    await using database = await withNotes(openFile())
    await database.run(insertNote, 'a', '')
    expect((await stat(join(folder, 'home'))).mode & 0o777).toBe(0o700)
    const names = await readdir(join(folder, 'home'))
    expect(names.toSorted()).toEqual(['drawbridge.db', 'drawbridge.db-shm', 'drawbridge.db-wal'])
    for (const name of names) expect((await stat(join(folder, 'home', name))).mode & 0o777).toBe(0o600)
  })

  test('that others could read is closed to them', async () => {
    await (await openFile())[Symbol.asyncDispose]()
    await chmod(file, 0o644)
    await using _database = await openFile()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['process', 1],
    ['power', 2],
  ] as const)('with durability %s writes through as SQLite calls %i', async (durability, synchronous) => {
    await using database = await openDatabase({ kind: 'sqlite', file, durability })
    const read = (name: string) => database.get(statement<[], object>(`pragma ${name}`))
    expect(await read('synchronous')).toEqual({ synchronous })
    expect(await read('journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await read('foreign_keys')).toEqual({ foreign_keys: 1 })
  })

  test('that is not a database is refused and stays unchanged', async () => {
    await mkdir(join(folder, 'home'))
    await writeFile(
      file,
      'A shopping list, longer than the header of a database, which has a hundred bytes. '.repeat(3),
    )
    await expect(openFile()).rejects.toMatchObject(refusal('store_corrupt', /not an SQLite database \(SQLITE_NOTADB/))
    expect((await stat(file)).size).toBe(246)
  })

  test('that is damaged is refused', async () => {
    const database = await withNotes(openFile())
    for (let count = 0; count < 50; count += 1) await database.run(insertNote, `${count}`, 'x'.repeat(1_000))
    await database[Symbol.asyncDispose]()
    // The header stays; what describes the tables does not.
    await using handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(3_900, 0xa5), 0, 3_900, 100)
    await expect(openFile()).rejects.toMatchObject(refusal('store_corrupt', /is damaged \(SQLITE_CORRUPT/))
  })

  test('that was made read-only is named in the error, and can be read', async () => {
    await using database = await withNotes(openFile())
    await database.run(insertNote, 'kept', '')
    await database.run(statement('pragma query_only = on'))
    await expect(database.run(insertNote, 'lost', '')).rejects.toMatchObject(
      refusal('store_read_only', /cannot be written \(SQLITE_READONLY/),
    )
    expect(await database.all(listNotes)).toEqual([{ id: 'kept' }])
  })

  test('that is a folder is refused', async () => {
    await mkdir(file, { recursive: true })
    await expect(openFile()).rejects.toMatchObject(refusal('store_unavailable', /EISDIR/))
  })

  test('below a path that is not a folder is refused', async () => {
    await writeFile(join(folder, 'home'), '')
    await expect(openFile()).rejects.toMatchObject(refusal('store_unavailable', /E(NOTDIR|EXIST)/))
  })
})

describeWithSmallDisk('what SQLite does when nothing more fits, or nothing can be written', (disk) => {
  const onDisk = () => join(disk.folder(), 'drawbridge.db')

  test('that is full, writes fail by name, nothing acknowledged is lost, and with room they go on', async () => {
    const ballast = join(disk.folder(), 'ballast')
    await writeFile(ballast, Buffer.alloc(1_000_000))
    await using database = await withNotes(openFile(onDisk()))
    const acknowledged: string[] = []
    const fill = async () => {
      for (let count = 0; ; count += 1) {
        const id = String(count).padStart(5, '0')
        await database.transaction((transaction) => transaction.run(insertNote, id, 'x'.repeat(10_000)))
        acknowledged.push(id)
      }
    }
    await expect(fill()).rejects.toMatchObject(refusal('store_full', /disk is full \(SQLITE_FULL/, onDisk()))
    expect((await database.all(listNotes)).map(({ id }) => id)).toEqual(acknowledged)
    await expect(database.run(insertNote, 'more', 'x'.repeat(10_000))).rejects.toMatchObject({ code: 'store_full' })

    await unlink(ballast)
    expect(await database.run(insertNote, 'more', 'x'.repeat(10_000))).toBe(1)
    await using again = await openFile(onDisk())
    expect((await again.all(listNotes)).map(({ id }) => id)).toEqual([...acknowledged, 'more'])
    expect(await again.get(statement<[], object>('pragma integrity_check'))).toEqual({ integrity_check: 'ok' })
  })

  test('that is full from the start is named in the error', async () => {
    await expect(writeFile(join(disk.folder(), 'ballast'), Buffer.alloc(4_000_000))).rejects.toThrow('ENOSPC')
    await expect(openFile(onDisk())).rejects.toMatchObject({ code: 'store_full' })
  })

  test('that is read-only is named in the error, with a database on it and without', async () => {
    await (await openFile(onDisk()))[Symbol.asyncDispose]()
    disk.makeReadOnly()
    const other = join(disk.folder(), 'other', 'drawbridge.db')
    await expect(openFile(onDisk())).rejects.toMatchObject(refusal('store_read_only', /EROFS/, onDisk()))
    await expect(openFile(other)).rejects.toMatchObject(refusal('store_read_only', /EROFS/, other))
  })
})
