import { createFakeClock } from '@drawbridge/core/testing'
import { statement } from '@drawbridge/store/database'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { mcpServerRoom } from '../room.ts'
import { createTokenStore } from './token-store.ts'

const rawRows = statement<[], Record<string, unknown>>('select * from mcp_tokens')
const day = 86_400_000
const { name: room, migrations = [] } = mcpServerRoom
const rooms = [{ room, migrations, sealed: [] }]

describeDatabases('tokens of MCP clients', ({ open }) => {
  const openStore = async () => {
    const clock = createFakeClock()
    const database = await open({ rooms })
    return { clock, database, store: createTokenStore(database, { clock }) }
  }

  test('a token lets its client in, as the user and agent that it was made for', async () => {
    const { store } = await openStore()
    const { text, token } = await store.create({ client: 'laptop', user: 'ada', agent: 'helper', createdBy: 'root' })
    expect(text).toMatch(/^drawbridge_mcp_[\w-]{43}$/)
    expect(await store.authenticate(text)).toEqual({ id: token.id, client: 'laptop', user: 'ada', agent: 'helper' })
    expect(await store.authenticate(`${text}x`)).toBeUndefined()
    expect(await store.authenticate(text.slice('drawbridge_mcp_'.length))).toBeUndefined()
    expect(await store.authenticate('')).toBeUndefined()
  })

  test('nothing from which a token could be told is kept', async () => {
    const { store, database } = await openStore()
    const { text } = await store.create({ client: 'laptop', createdBy: 'root' })
    const kept = JSON.stringify(await database.all(rawRows))
    expect(kept).not.toContain(text)
    expect(kept).not.toContain(text.slice(-20))
  })

  test('an expired one lets nobody in', async () => {
    const { store, clock } = await openStore()
    const expiresAt = clock.now() + day
    const { text } = await store.create({ client: 'laptop', expiresAt, createdBy: 'root' })
    clock.advance(day - 1)
    expect(await store.authenticate(text)).toMatchObject({ client: 'laptop', expiresAt })
    clock.advance(1)
    expect(await store.authenticate(text)).toBeUndefined()
  })

  test('a revoked one lets nobody in, is told of in other processes, and is revoked once', async () => {
    const { store, clock } = await openStore()
    const one = await store.create({ client: 'a', createdBy: 'root' })
    clock.advance(1)
    const two = await store.create({ client: 'b', createdBy: 'root' })
    const other = createTokenStore(await open({ rooms }), { clock })
    const told: string[] = []
    using _listening = await other.onRevoked((id) => told.push(id))
    expect([await store.revoke(one.token.id, 'ada'), await store.revoke(one.token.id, 'bob')]).toEqual([true, false])
    expect(await store.revoke('unknown', 'ada')).toBe(false)
    expect([await store.authenticate(one.text), await other.authenticate(one.text)]).toEqual([undefined, undefined])
    expect(await store.authenticate(two.text)).toMatchObject({ client: 'b' })
    await vi.waitFor(() => expect(told).toContain(one.token.id), { timeout: 5_000 })
    expect(told).not.toContain(two.token.id)
    expect(await store.list()).toMatchObject([{ revokedBy: 'ada', revokedAt: expect.any(Number) }, { client: 'b' }])
  })

  test('the last use is noted, to the minute', async () => {
    const { store, clock } = await openStore()
    const { text } = await store.create({ client: 'laptop', createdBy: 'root' })
    const lastUse = async () => (await store.list())[0]?.lastUsedAt
    expect(await lastUse()).toBeUndefined()
    const first = clock.now()
    await store.authenticate(text)
    clock.advance(30_000)
    await store.authenticate(text)
    expect(await lastUse()).toBe(first)
    clock.advance(30_000)
    await store.authenticate(text)
    expect(await lastUse()).toBe(first + 60_000)
  })
})
