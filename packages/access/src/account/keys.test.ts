import { createFakeClock } from '@drawbridge/core/testing'
import { statement } from '@drawbridge/store/database'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { accessSchema } from '../testing/access-schema.ts'
import { onAccessChange } from './access-changes.ts'
import { createKeys } from './keys.ts'

const rawRows = statement<[], Record<string, unknown>>('select * from gateway_keys')

describeDatabases('keys of the gateway', ({ open }) => {
  test('a key counts until it expires, and only its hash and last four characters are kept', async () => {
    const clock = createFakeClock()
    const database = await open({ rooms: accessSchema })
    const keys = createKeys(database, { clock })
    const scopes = ['tools:read', 'tools:invoke']
    const expiresAt = clock.now() + 1_000
    const { key, secret } = await keys.create({ userId: 'u', name: 'build', scopes, expiresAt, createdBy: 'ada' })
    expect(await keys.ofSecret(secret)).toMatchObject({ id: key.id, scopes, human: false, shown: secret.slice(-4) })
    expect(await keys.ofSecret(`${secret}x`)).toBeUndefined()
    expect(JSON.stringify(await database.all(rawRows))).not.toContain(secret.slice(4, 40))
    clock.advance(1_000)
    expect(await keys.ofSecret(secret)).toBeUndefined()
  })

  test('a revoked key counts no more, on any node, and every node is told', async () => {
    const clock = createFakeClock()
    const database = await open({ rooms: accessSchema })
    const other = await open({ rooms: accessSchema })
    const keys = createKeys(database, { clock })
    const { key, secret } = await keys.create({ userId: 'u', name: 'build', scopes: [], createdBy: 'ada' })
    const told: unknown[] = []
    using _listening = await onAccessChange(other, (change) => told.push(change))
    expect([await keys.revoke(key.id, 'ada'), await keys.revoke(key.id, 'ada')]).toEqual([true, false])
    expect(await createKeys(other, { clock }).ofSecret(secret)).toBeUndefined()
    await vi.waitFor(() => expect(told).toContainEqual({ kind: 'key', id: key.id }), { timeout: 5_000 })
  })
})
