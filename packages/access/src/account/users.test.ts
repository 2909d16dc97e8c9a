import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { createFakeClock } from '@drawbridge/core/testing'
import { statement } from '@drawbridge/store/database'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { accessSchema } from '../testing/access-schema.ts'
import { createBrowserSessions } from './browser-sessions.ts'
import { createUsers } from './users.ts'

const rawRows = statement<[], Record<string, unknown>>('select * from gateway_users')

describeDatabases('users of the gateway', ({ open }) => {
  const openUsers = async () => {
    const clock = createFakeClock()
    const database = await open({ rooms: accessSchema })
    const users = createUsers(database, { clock })
    const ada = await users.create({ name: 'ada', role: 'owner', createdBy: 'root' })
    if (typeof ada === 'string') throw new Error(ada)
    return { clock, database, users, ada }
  }

  test('a token or a password lets its user in, and nothing else does', async () => {
    const { users, ada } = await openUsers()
    expect(await users.ofToken(ada.token)).toEqual(ada.user)
    expect(await users.ofToken(`${ada.token}x`)).toBeUndefined()
    expect(await users.ofPassword('ada', '')).toBeUndefined()
    await users.change(ada.user.id, { password: 'correct horse battery' })
    expect(await users.ofPassword('ada', 'correct horse battery')).toMatchObject({ name: 'ada', hasPassword: true })
    expect(await users.ofPassword('ada', 'correct horse')).toBeUndefined()
    expect(await users.ofPassword('eve', 'correct horse battery')).toBeUndefined()
  })

  test('nothing is kept from which a token or password could be told', async () => {
    const { users, ada, database } = await openUsers()
    await users.change(ada.user.id, { password: 'correct horse battery' })
    const kept = JSON.stringify(await database.all(rawRows))
    expect(kept).not.toContain(ada.token.slice(-20))
    expect(kept).not.toContain('correct horse')
  })

  test('a login does the same work for a user who exists, is unknown, has no password or is switched off', async () => {
    const { users, ada } = await openUsers()
    const add = (name: string, password?: string) =>
      users.create({ name, role: 'member', password, createdBy: ada.user.name })
    const [off] = [await add('off', 'correct horse battery'), await add('bob', 'correct horse battery')]
    if (typeof off === 'string') throw new Error(off)
    await users.change(off.user.id, { disabled: true })
    const derivation = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    onTestFinished(() => {
      derivation.mockRestore()
      syncBuiltinESMExports()
    })
    const work: unknown[] = []
    for (const [name, password] of [
      ...[
        ['bob', 'correct horse battery'],
        ['bob', 'wrong'],
        ['nobody', 'wrong'],
        ['', 'wrong'],
      ],
      ...[
        ['ada', 'wrong'],
        ['ada', ''],
        ['off', 'correct horse battery'],
        ['off', 'wrong'],
      ],
    ]) {
      derivation.mockClear()
      await users.ofPassword(name ?? '', password ?? '')
      work.push(derivation.mock.calls.map(([, , bytes, cost]) => [bytes, cost]))
    }
    const once = [[32, expect.objectContaining({ N: 32_768, r: 8, p: 1 })]]
    expect(work).toEqual(Array.from({ length: 8 }, () => once))
  })

  test('the last owner stays, even if two are demoted at once', async () => {
    const { users, ada } = await openUsers()
    const bob = await users.create({ name: 'bob', role: 'owner', createdBy: 'ada' })
    if (typeof bob === 'string') throw new Error(bob)
    const results = await Promise.all([
      users.change(ada.user.id, { role: 'member' }),
      users.change(bob.user.id, { disabled: true }),
    ])
    expect(results.filter((each) => each === 'last_owner')).toHaveLength(1)
    const owners = (await users.list()).filter((each) => each.role === 'owner' && each.disabledAt === undefined)
    expect(owners).toHaveLength(1)
    expect(await users.remove(owners[0]?.id ?? '')).toBe('last_owner')
  })

  test('a name is taken once', async () => {
    const { users } = await openUsers()
    expect(await users.create({ name: 'ada', role: 'viewer', createdBy: 'ada' })).toBe('taken')
  })

  test('nobody gets the name of a user who was removed, not even while the removal is going on', async () => {
    const { users, database, clock } = await openUsers()
    const add = (name: string) => users.create({ name, role: 'member', createdBy: 'ada' })
    const bob = await add('bob')
    if (typeof bob === 'string') throw new Error(bob)
    const [removed, raced] = await Promise.all([users.remove(bob.user.id), add('bob')])
    expect(removed).toBe('removed')
    expect(['taken', 'former']).toContain(raced)
    expect(await add('bob')).toBe('former')
    expect(await createUsers(database, { clock }).findByName('bob')).toBeUndefined()
    expect(await users.ofToken(bob.token)).toBeUndefined()
    expect(await add('bob-2')).toMatchObject({ user: { name: 'bob-2' } })
  })

  test('nothing may be done in the name of a user who is removed or switched off, but in a name that is none of them', async () => {
    const { users } = await openUsers()
    const bob = await users.create({ name: 'bob', role: 'member', createdBy: 'ada' })
    if (typeof bob === 'string') throw new Error(bob)
    expect([await users.isOut('ada'), await users.isOut('bob'), await users.isOut('host')]).toEqual([
      false,
      false,
      false,
    ])
    await users.change(bob.user.id, { disabled: true })
    expect(await users.isOut('bob')).toBe(true)
    await users.change(bob.user.id, { disabled: false })
    expect(await users.isOut('bob')).toBe(false)
    await users.remove(bob.user.id)
    expect(await users.isOut('bob')).toBe(true)
  })

  test('a user who is switched off or given another role loses its sessions', async () => {
    const { users, database, clock } = await openUsers()
    const sessions = createBrowserSessions(database, {
      clock,
      times: () => ({ idleMs: 3_600_000, absoluteMs: 7_200_000 }),
    })
    const bob = await users.create({ name: 'bob', role: 'operator', createdBy: 'ada' })
    if (typeof bob === 'string') throw new Error(bob)
    for (const change of [{ role: 'member' as const }, { disabled: true }]) {
      const { halves } = await sessions.create({ userId: bob.user.id, device: 'x', address: 'y' })
      expect(await sessions.find(halves)).toBeDefined()
      await users.change(bob.user.id, change)
      expect(await sessions.find(halves)).toBeUndefined()
    }
    expect(await users.ofToken(bob.token)).toBeUndefined()
  })
})
