import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseDatabase, passwordOf } from './choose-database.ts'
import { createHomeDatabase } from './home-database.ts'

const home = '/home/of/drawbridge'
const [own, foreign] = ['postgres://ours.example/drawbridge', 'postgres://theirs.example/shop']
const sqlite = { kind: 'sqlite', file: `${home}/drawbridge.db` }

describe('where what lasts is kept', () => {
  test.each([
    ['nothing is said', {}, {}, sqlite, false],
    ["a project's DATABASE_URL is around", {}, { DATABASE_URL: foreign }, sqlite, false],
    ['the operator says sqlite', { kind: 'sqlite' }, { DATABASE_URL: foreign }, sqlite, true],
    [
      'DRAWBRIDGE_DATABASE_URL is set',
      { kind: 'sqlite' },
      { DRAWBRIDGE_DATABASE_URL: own },
      { kind: 'postgres', url: own },
      true,
    ],
    [
      'the operator says postgres alone',
      { kind: 'postgres' },
      { DATABASE_URL: own },
      { kind: 'postgres', url: own },
      true,
    ],
    [
      'the operator sets the size of the pool',
      { kind: 'postgres', url: own, poolSize: 20 },
      {},
      { kind: 'postgres', url: own, poolSize: 20 },
      true,
    ],
    [
      'the operator names the server',
      { kind: 'postgres', url: own },
      { DATABASE_URL: foreign },
      { kind: 'postgres', url: own },
      true,
    ],
  ] as const)('where %s', (_, section, environment, options, isConfigured) => {
    expect(chooseDatabase(section, { home, environment })).toEqual({ kind: 'database', options, isConfigured })
  })

  test('in no database where the operator says files', () => {
    expect(chooseDatabase({ kind: 'files' }, { home, environment: { DRAWBRIDGE_DATABASE_URL: own } })).toEqual({
      kind: 'files',
    })
  })

  test('is an error where the operator says postgres and nobody says which', () => {
    expect(() => chooseDatabase({ kind: 'postgres' }, { home, environment: {} })).toThrow('set store.url')
  })

  test('with a password of its own, which counts as a secret as it stands there and as it is meant', () => {
    const url = `postgres://user:${['hunter', '%402x9Q'].join('')}@ours.example/drawbridge`
    const choice = chooseDatabase({ kind: 'postgres', url }, { home, environment: {} })
    expect(passwordOf(choice)).toEqual([['hunter', '%402x9Q'].join(''), ['hunter', '@2x9Q'].join('')])
  })

  test('carries the durability along', () => {
    expect(chooseDatabase({ durability: 'power' }, { home, environment: {} })).toMatchObject({
      options: { durability: 'power' },
    })
  })
})

describe('the database of a home', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'drawbridge-home-database-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const configure = (text: string) => writeFileSync(join(folder, 'drawbridge.jsonc'), text)

  test('is the one of the operator, though other parts of the file need secrets that are kept in it', async () => {
    configure('{ "scrub": { "values": ["${secret:A}"] }, "store": { "kind": "postgres", "url": "${env:SOME_URL}" } }')
    await using database = createHomeDatabase({ home: folder, environment: { SOME_URL: own } })
    expect(await database.choice()).toMatchObject({ options: { url: own } })
  })

  test('is none where the operator wants files, and whoever needs one is told', async () => {
    configure('{ "store": { "kind": "files" } }')
    await using database = createHomeDatabase({ home: folder, environment: {} })
    expect(await database.find()).toBeUndefined()
    await expect(database.obtain()).rejects.toMatchObject({ code: 'invalid_option' })
  })

  test('is none of a faulty configuration', async () => {
    configure('{ "store": { "kind": "mysql" } }')
    await using database = createHomeDatabase({ home: folder, environment: {} })
    await expect(database.find()).rejects.toMatchObject({ code: 'invalid_configuration' })
  })

  test('has no secret as its own address', async () => {
    configure('{ "store": { "kind": "postgres", "url": "${secret:URL}" } }')
    await using database = createHomeDatabase({ home: folder, environment: {} })
    await expect(database.obtain()).rejects.toThrow('Secrets are stored in the database')
  })
})
