import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { insertOwner, lampRoom, lampToken, selectOwners } from '../__fixtures__/lamp-room.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { createSealer } from './create-sealer.ts'
import { createKeySource } from './key-source.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { standingSealed } from './sealed-column.ts'
import { createSecretRepository } from './secret-repository.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'drawbridge-sealed-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const token = ['lamp', 'token', '7'].join('-')
const keys = () => createKeySource({ home, environment: {} })
const listColumns = statement<[], { table: string; column: string }>({
  sqlite: `select tables.name as "table", columns.name as "column"
    from pragma_table_list as tables join pragma_table_info(tables.name) as columns where tables.schema = 'main'`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema()`,
})

async function keep(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    const { envelope, keyId } = await createSealer(keys()).seal(transaction, lampToken, { key: 'ada' }, token)
    await transaction.run(insertOwner, 'ada', envelope, keyId)
  })
  await database.run(insertOwner, 'eve', null, null)
}

async function read(database: Database) {
  const [owner] = await database.all(selectOwners)
  return {
    keyId: owner?.key_id,
    token: await createSealer(keys()).open(lampToken, { key: 'ada' }, owner?.encrypted_token ?? ''),
  }
}

describeDatabases('the sealed columns', ({ open }) => {
  test('of the store are all that its schema has by name: a forgotten one would be lost with the next rotation', async () => {
    const columns = await (await open()).all(listColumns)
    const named = columns.filter(({ column }) => column.startsWith('encrypted_') || column.endsWith('envelope'))
    const listed = standingSealed.map(({ table, column }) => ({ table, column }))
    expect(named.toSorted((left, right) => (left.table < right.table ? -1 : 1))).toEqual(listed)
    for (const { table } of listed) expect(columns).toContainEqual({ table, column: 'key_id' })
  })

  test('of a room are encrypted with the new key, and the old one goes', async () => {
    const database = await open({ rooms: [lampRoom()] })
    await keep(database)
    const before = (await keys().load())?.primary.id
    const rotation = await rotateSecrets(database, keys(), [lampToken])
    expect(rotation.renewed).toBe(1)
    expect((await keys().load())?.ids).toEqual([rotation.keyId])
    expect(rotation.keyId).not.toBe(before)
    expect(await read(database)).toEqual({ keyId: rotation.keyId, token })
  })

  test('of a room that is not there keep their key, so that nothing is lost', async () => {
    await keep(await open({ rooms: [lampRoom()] }))
    const database = await open()
    const before = (await keys().load())?.primary.id
    const rotation = await rotateSecrets(database, keys())
    expect((await keys().load())?.ids).toEqual([rotation.keyId, before])
    expect(await read(database)).toEqual({ keyId: before, token })
  })

  test('count as used: without their key no secret is written, and no new key is made', async () => {
    const database = await open({ rooms: [lampRoom()] })
    await keep(database)
    await rm(join(home, 'key'))
    const secrets = createSecretRepository({ database, keys: keys(), clock: systemClock })
    await expect(secrets.set('TOKEN', token)).rejects.toMatchObject({ code: 'invalid_option' })
  })

  test('open in their own row alone', async () => {
    const database = await open({ rooms: [lampRoom()] })
    await keep(database)
    const [owner] = await database.all(selectOwners)
    const opening = createSealer(keys()).open(lampToken, { key: 'eve' }, owner?.encrypted_token ?? '')
    await expect(opening).rejects.toMatchObject({ code: 'store_corrupt' })
  })
})
