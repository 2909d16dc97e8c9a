import { type Grant, grantCovers, proposeGrant } from '@drawbridge/core/approval'
import type { CallFacts } from '@drawbridge/core/policy'
import { createFakeClock, testPrincipal } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { createDatabaseGrantStore } from './create-database-grant-store.ts'

const grant: Grant = {
  id: 'grant_1',
  owner: { agent: 'writer', user: 'ada' },
  tool: 'fs.write_file',
  scopes: [{ kind: 'path', folder: '/workspace', below: false, access: 'write' }],
  permission: 'write',
  risk: 'medium',
  grantedBy: 'drawbridge',
  grantedAt: 1_000,
}

const name = fc.option(fc.string({ unit: 'binary', maxLength: 8 }), { nil: undefined })

/** Calls of which about half can be granted. */
const facts: fc.Arbitrary<CallFacts> = fc.record({
  tool: fc.constantFrom('demo.one', 'demo.two'),
  groups: fc.constant([]),
  tags: fc.constant(new Set<string>()),
  permission: fc.constantFrom('readonly', 'write'),
  risk: fc.constantFrom('safe', 'medium', 'dangerous', 'destructive'),
  input: fc.constantFrom({ n: 1 }, { n: 2 }),
  targets: fc.oneof(
    fc
      .record({
        real: fc.constantFrom('/workspace/a', '/workspace/b', '/workspace/src/a', '/workspace/é\u0000'),
        access: fc.constantFrom('read', 'write', 'delete'),
        recursive: fc.boolean(),
        sensitive: fc.boolean(),
      })
      .map((path) => [{ kind: 'path', declared: 'a', zone: 'workspace', ...path } as const]),
    fc
      .record({ scheme: fc.constantFrom('http', 'https'), port: fc.constantFrom(443, 8443) })
      .map((host) => [{ kind: 'host', host: 'example.org', ...host } as const]),
    fc.constantFrom<CallFacts['targets']>([], [{ kind: 'server', id: 'one' }], [{ kind: 'agent', id: 'two' }]),
  ),
  principal: fc.record({ user: name, agent: name }).map(({ user, agent }) => ({
    ...testPrincipal,
    ...(user === undefined ? {} : { user }),
    ...(agent === undefined ? {} : { agent }),
  })),
})

describeDatabases('grants', ({ open }) => {
  test('come back as they were saved, match their own call, and match nothing that the saved one does not', async () => {
    const database = await open()
    await using store = createDatabaseGrantStore(database)
    let count = 0
    await fc.assert(
      fc.asyncProperty(facts, facts, async (call, other) => {
        const proposed = proposeGrant(call)
        fc.pre(proposed.grantable)
        const { user, agent } = call.principal
        const owner = { ...(user === undefined ? {} : { user }), ...(agent === undefined ? {} : { agent }) }
        count += 1
        const id = `grant_${String(count).padStart(4, '0')}`
        const saved: Grant = { ...proposed.proposal, id, owner, grantedBy: 'person', grantedAt: count }
        await store.save(saved)
        const kept = (await store.grantsOf(call.principal)).find((each) => each.id === id)
        if (kept === undefined) throw new Error('It is not there.')
        expect(kept).toEqual(saved)
        expect(grantCovers(kept, call, count)).toBe(true)
        expect(grantCovers(kept, other, count)).toBe(grantCovers(saved, other, count))
      }),
      { numRuns: 60 },
    )
  })

  test('belong to one user and agent, of whom nobody is not somebody without a name', async () => {
    await using store = createDatabaseGrantStore(await open())
    const owners = [{}, { user: '' }, { agent: '' }, { user: '', agent: '' }, { user: 'ada' }, { agent: 'ada' }]
    for (const [index, owner] of owners.entries()) await store.save({ ...grant, id: `grant_${index}`, owner })
    for (const [index, owner] of owners.entries()) {
      expect((await store.grantsOf(owner)).map(({ id }) => id)).toEqual([`grant_${index}`])
    }
  })

  test('are heard of by every store of the database, whichever saved them', async () => {
    await using own = createDatabaseGrantStore(await open())
    await using other = createDatabaseGrantStore(await open())
    const heard: string[] = []
    expect(await other.grantsOf(grant.owner)).toEqual([])
    using _subscription = other.subscribe(({ id }) => void heard.push(id))
    await own.save(grant)
    await vi.waitFor(() => expect(heard).toEqual(['grant_1']), { timeout: 20_000 })
  })

  test('that are revoked count no more, are revoked once, and stay on the list with who did it', async () => {
    const clock = createFakeClock(5_000)
    await using store = createDatabaseGrantStore(await open(), { clock })
    await store.save(grant)
    expect(await store.revoke('grant_1', 'ada')).toBe(true)
    expect(await store.revoke('grant_1', 'eve')).toBe(false)
    expect(await store.revoke('grant_2')).toBe(false)
    expect(await store.grantsOf(grant.owner)).toEqual([])
    expect(await store.list()).toEqual([{ ...grant, revokedAt: 5_000, revokedBy: 'ada' }])
  })

  test('tell when they were used last, with one write for many uses', async () => {
    const database = await open()
    const run = vi.spyOn(database, 'run')
    {
      await using store = createDatabaseGrantStore(database)
      await store.save(grant)
      for (let at = 1; at <= 500; at += 1) store.noteUse('grant_1', at)
      store.noteUse('grant_1', 3)
    }
    expect(run).toHaveBeenCalledTimes(1)
    expect(await createDatabaseGrantStore(database).list()).toEqual([{ ...grant, lastUsedAt: 500 }])
  })

  test('that have an end keep it', async () => {
    await using store = createDatabaseGrantStore(await open(), { lifetimeMs: 1_000 })
    await store.save({ ...grant, expiresAt: 2_000 })
    expect(store.lifetimeMs).toBe(1_000)
    expect(await store.grantsOf(grant.owner)).toEqual([{ ...grant, expiresAt: 2_000 }])
  })
})
