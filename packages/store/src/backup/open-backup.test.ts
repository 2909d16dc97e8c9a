import { readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../migration/migrations.ts'
import { sqlite } from './__fixtures__/database-of.ts'
import { fillTables } from './__fixtures__/fill-tables.ts'
import { manifestOf } from './__fixtures__/read-backup.ts'
import { useScratch } from './__fixtures__/use-scratch.ts'
import { backUp } from './back-up.ts'
import { encodeManifest } from './manifest.ts'
import { restore } from './restore.ts'

const { at, databaseIn, write } = useScratch()

describe('a restore refuses, and changes nothing:', () => {
  beforeEach(async () => {
    await fillTables(databaseIn('home'))
    await write('home', { 'drawbridge.jsonc': '{}' })
    await backUp({ home: at('home'), database: databaseIn('home'), folder: at('one') })
  })
  const refusal = async (folder = at('one')) => {
    const before = (await readdir(at())).sort()
    const error: unknown = await restore({ folder, home: at('new'), database: sqlite }).catch(
      (thrown: unknown) => thrown,
    )
    expect((await readdir(at())).sort()).toEqual(before)
    return error
  }
  /** Changes the manifest as somebody would who knows how it is made. */
  const forge = async (change: (text: string) => string) => {
    const manifest = await manifestOf(at('one'))
    await writeFile(at('one/manifest.json'), encodeManifest(JSON.parse(change(JSON.stringify(manifest)))))
  }

  test('a missing folder, and one that is not a backup', async () => {
    expect(await refusal(at('nowhere'))).toMatchObject({ code: 'invalid_option' })
    expect(await refusal(at('home'))).toMatchObject({ code: 'store_corrupt' })
  })

  test.each(['database/agents.jsonl', 'home/drawbridge.jsonc', 'manifest.json'])(
    'a bit that has turned in %s',
    async (name) => {
      const bytes = await readFile(at('one', name))
      bytes[0] = (bytes[0] ?? 0) ^ 1
      await writeFile(at('one', name), bytes)
      expect(await refusal()).toMatchObject({
        code: 'store_corrupt',
        message: expect.stringContaining('another backup'),
      })
    },
  )

  test('a manifest that is longer than any', async () => {
    await truncate(at('one/manifest.json'), 3 * 1024 ** 3)
    expect(await refusal()).toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('longer than any'),
    })
  })

  test('a file that is cut, gone or a link', async () => {
    await writeFile(at('one/home/drawbridge.jsonc'), '{')
    expect(await refusal()).toMatchObject({ code: 'store_corrupt', message: expect.stringContaining('has 1 bytes') })
    await rm(at('one/home/drawbridge.jsonc'))
    expect(await refusal()).toMatchObject({ code: 'store_corrupt', message: expect.stringContaining('is missing') })
    await symlink(at('home/drawbridge.jsonc'), at('one/home/drawbridge.jsonc'))
    expect(await refusal()).toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('not a plain file'),
    })
    await rm(at('one/home'), { recursive: true })
    await symlink(at('home'), at('one/home'))
    expect(await refusal()).toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('not a plain file'),
    })
  })

  test.each(['home/../../out', 'home/..', '/etc/passwd', '../out', 'home//out', 'home/a\\\\b', 'elsewhere/out'])(
    'the path %s',
    async (path) => {
      await forge((text) => text.replace('home/drawbridge.jsonc', path))
      expect(await refusal()).toMatchObject({
        code: 'store_corrupt',
        message: expect.stringContaining('leads elsewhere'),
      })
    },
  )

  test.each<[string, (text: string) => string]>([
    ['a time that is none', (text) => text.replace(/"createdAt":"[^"]*"/, '"createdAt":"\\u001b]0;x\\u0007"')],
    ['a table whose name moves the cursor', (text) => text.replace('"name":"agents"', '"name":"\\u001b[2Jagents"')],
    ['a column that ends its quotes', (text) => text.replace('"columns":["', '"columns":["x\\" int); --","')],
    ['a count below zero', (text) => text.replace('"rows":3', '"rows":-3')],
  ])('%s', async (_, change) => {
    await forge(change)
    const error = await refusal()
    expect(error).toMatchObject({ code: 'store_corrupt', message: expect.stringContaining('manifest.json is damaged') })
  })

  test('refuses a newer format, a newer schema and one of another line', async () => {
    const newer = (text: string) =>
      text.replace('"migrations":[', `"migrations":[${'"0999-later",'.repeat(migrations.length)}`)
    const manifest = await readFile(at('one/manifest.json'), 'utf8')
    await forge(newer)
    expect(await refusal()).toMatchObject({
      code: 'store_incompatible',
      message: expect.stringContaining('newer Drawbridge'),
    })
    await writeFile(at('one/manifest.json'), manifest)
    await forge((text) => text.replace('0001-changes', '0001-other'))
    expect(await refusal()).toMatchObject({
      code: 'store_incompatible',
      message: expect.stringContaining('0001-other'),
    })
    await writeFile(at('one/manifest.json'), manifest.replace('"format": 1', '"format": 2'))
    expect(await refusal()).toMatchObject({ code: 'store_incompatible', message: expect.stringContaining('format 2') })
  })

  test('rows that do not fit their table', async () => {
    await forge((text) => text.replace('"rows":3', '"rows":4'))
    expect(await refusal()).toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('has 3 rows, but 4 were written'),
    })
  })
})
