import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describePostgres, onServer } from '../../../store/src/__fixtures__/describe-databases.ts'
import { openSecretStore } from '../secrets/secret-store.ts'
import { backUpHome } from './back-up-home.ts'
import { examineStore } from './examine-store.ts'
import { restoreHome } from './restore-home.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'drawbridge-move-'))
  await mkdir(join(root, 'home'), { mode: 0o700 })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const secret = ['velvet', 'anchor', '20'].join('-')
const program = { deny_args: [], deny_verbose: [], timeout_seconds: 30, tips: '', enabled: true, binary_name: 'awk' }

/** What the secrets of a home are, and which programs may run with some. */
async function keptIn(home: string, environment: Readonly<Record<string, string>>) {
  await using store = await openSecretStore({ home, environment })
  const programs = (await store?.programs.list()) ?? []
  return {
    secrets: Object.fromEntries((await store?.secrets.values()) ?? []),
    programs: programs.map(({ record, environment: variables, grants }) => [
      record.binary_name,
      variables,
      grants.length,
    ]),
  }
}

describePostgres(
  'a home',
  ({ options }) => {
    test('moves from SQLite to a server and back, and its secrets and programs can be used at each', async () => {
      const database = options()
      if (database.kind !== 'postgres') throw new TypeError('This is no server.')
      const server = { DRAWBRIDGE_DATABASE_URL: database.url }
      const [first, scaled, last] = ['home', 'scaled', 'last'].map((name) => join(root, name)) as [
        string,
        string,
        string,
      ]
      {
        await using store = await openSecretStore({ home: first, environment: {}, create: true })
        await store?.secrets.set('TOKEN', secret)
        await store?.programs.put(program, { DEMO_CREDENTIAL: { value: secret } })
        await store?.programs.grant('awk', {})
      }
      const before = await keptIn(first, {})
      expect(before.secrets).toEqual({ TOKEN: secret })

      await backUpHome({ home: first, environment: {}, folder: join(root, 'one'), includeKey: true })
      await restoreHome({ home: scaled, environment: server, folder: join(root, 'one') })
      expect(await keptIn(scaled, server)).toEqual(before)
      expect((await examineStore({ home: scaled, environment: server })).database).toMatchObject({ kind: 'postgres' })

      await backUpHome({ home: scaled, environment: server, folder: join(root, 'two'), includeKey: true })
      await onServer(database.url, 'drop schema public cascade', 'create schema public')
      await restoreHome({ home: last, environment: {}, folder: join(root, 'two') })
      expect(await keptIn(last, {})).toEqual(before)
    })

    test('gives none of its secrets and no password away in a backup without the key', async () => {
      const database = options()
      if (database.kind !== 'postgres') throw new TypeError('This is no server.')
      const environment = { DRAWBRIDGE_DATABASE_URL: database.url }
      {
        await using store = await openSecretStore({ home: join(root, 'home'), environment, create: true })
        await store?.secrets.set('TOKEN', secret)
      }
      const { manifest } = await backUpHome({ home: join(root, 'home'), environment, folder: join(root, 'one') })
      expect(manifest.files.map(({ path }) => path)).not.toContain('home/key')
      const password = new URL(database.url).password
      for (const path of ['manifest.json', ...manifest.files.map((file) => file.path)]) {
        const text = await readFile(join(root, 'one', path), 'utf8')
        expect(text).not.toContain(secret)
        if (password !== '') expect(text).not.toContain(password)
      }
    })
  },
  { schema: 'none' },
)

test('a key that is in no file cannot go with a backup, and the refusal says where it is', async () => {
  const options = { home: join(root, 'home'), folder: join(root, 'one'), includeKey: true }
  await expect(backUpHome({ ...options, environment: { DRAWBRIDGE_KEY: 'x' } })).rejects.toThrow('DRAWBRIDGE_KEY')
  await expect(backUpHome({ ...options, environment: {} })).rejects.toThrow('no key file')
})
