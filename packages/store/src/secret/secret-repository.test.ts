import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { createKeySource } from './key-source.ts'
import { secretRevision, secretTopic } from './secret-lock.ts'
import { createSecretRepository } from './secret-repository.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'drawbridge-secrets-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const value = ['velvet', 'anchor', 'quartz'].join('-')
const keys = () => createKeySource({ home, environment: {} })
const repositoryOn = (database: Database) => createSecretRepository({ database, keys: keys(), clock: systemClock })

const swap = statement<[from: string, to: string]>(
  'update config_secrets set envelope = (select envelope from config_secrets where name = $1) where name = $2',
)
const overwrite = statement<[envelope: string]>('update config_secrets set envelope = $1')

describeDatabases('secrets', ({ kind, open, options }) => {
  test('are kept under their names, listed without a value, replaced and removed', async () => {
    const repository = repositoryOn(await open())
    expect(await repository.values()).toEqual(new Map())
    expect(await repository.set('B_TOKEN', value)).toBe('added')
    expect(await repository.set('A.b-c', `${value}\nwith a second line and ü`)).toBe('added')
    expect(await repository.set('B_TOKEN', `${value}-2`)).toBe('replaced')
    const listed = await repository.list()
    expect(listed.map(({ name }) => name)).toEqual(['A.b-c', 'B_TOKEN'])
    expect(JSON.stringify(listed)).not.toContain(value)
    expect(await repositoryOn(await open()).values()).toEqual(
      new Map([
        ['A.b-c', `${value}\nwith a second line and ü`],
        ['B_TOKEN', `${value}-2`],
      ]),
    )
    expect([await repository.remove('B_TOKEN'), await repository.remove('B_TOKEN')]).toEqual([true, false])
  })

  test.each(['', '1x', 'a b', 'a/b', '__proto__ ', 'x'.repeat(101), '${x}'])('are not named %j', async (name) => {
    await expect(repositoryOn(await open()).set(name, value)).rejects.toThrow('is not a valid name for a secret')
  })

  test('are refused where they are too short, too long or could stand in no variable, without being repeated', async () => {
    const repository = repositoryOn(await open())
    const error = await repository.set('A', 'vxq').catch((thrown: unknown) => String(thrown))
    expect(error).toContain('fewer than 6')
    expect(error).not.toContain('vxq')
    await expect(repository.set('A', ' '.repeat(40))).rejects.toThrow('fewer than 6')
    await expect(repository.set('A', `${value}\0`)).rejects.toThrow('NUL')
    await expect(repository.set('A', 'x'.repeat(65_537))).rejects.toThrow('more than 65536')
  })

  test('in another row, changed or cut off are refused, and nothing is said of them', async () => {
    const database = await open()
    const repository = repositoryOn(database)
    await repository.set('A', value)
    await repository.set('B', 'something else')
    await database.run(swap, 'A', 'B')
    await expect(repository.values()).rejects.toThrow(/The secret "B" in .* belongs to another name\. Set it again\./)
    await repository.remove('B')
    await database.run(overwrite, value)
    const error = await repository.values().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'store_corrupt', message: expect.stringContaining('never encrypted') })
    expect(String(error)).not.toContain(value)
  })

  test('are not read or written with the wrong key, which is named', async () => {
    const database = await open()
    await repositoryOn(database).set('A', value)
    const { primary } = await keys().obtain()
    await rm(join(home, 'key'))
    await expect(repositoryOn(database).values()).rejects.toThrow(`encrypted with the key ${primary.id}`)
    await expect(repositoryOn(database).set('B', value)).rejects.toThrow(`encrypted with the key ${primary.id}`)
    expect(await readdir(home)).toEqual([])
    // What cannot be opened any more can be removed, and then all begins anew.
    await repositoryOn(database).remove('A')
    expect(await repositoryOn(database).set('B', value)).toBe('added')
  })

  test('are announced to others as they change', async () => {
    const [database, other] = [await open(), await open()]
    const before = await secretRevision(other)
    const told = Promise.withResolvers<string | undefined>()
    using _ = await other.subscribe(secretTopic, ({ key }) => told.resolve(key))
    await repositoryOn(database).set('A', value)
    expect(await told.promise).toBe('A')
    expect(await secretRevision(other)).toBeGreaterThan(before)
  })

  test('of many writers at once are all there', async () => {
    const repositories = [repositoryOn(await open()), repositoryOn(await open())]
    const names = Array.from({ length: 20 }, (_, number) => `S${number}`)
    await Promise.all(names.map((name, place) => repositories[place % 2]?.set(name, `${value}-${name}`)))
    expect((await repositoryOn(await open()).values()).size).toBe(names.length)
  })

  // What a server keeps where is not this process' to see.
  if (kind === 'sqlite') {
    test('stand nowhere in the files of the database', async () => {
      const repository = repositoryOn(await open())
      await repository.set('A', value)
      await repository.set('A', `${value}-2`)
      const given = options()
      const folder = given.kind === 'sqlite' ? dirname(given.file) : home
      const names = await readdir(folder)
      expect(names.length).toBeGreaterThan(1)
      const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
      for (const spelling of [value, Buffer.from(value).toString('base64url').slice(0, 20)])
        expect(contents.join('\n')).not.toContain(spelling)
    })
  }
})
