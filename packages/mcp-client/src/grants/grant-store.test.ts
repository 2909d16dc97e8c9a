import { systemClock } from '@drawbridge/core/base'
import type { Database } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { mcpRoom } from '../room.ts'
import { createGrantStore } from './grant-store.ts'
import type { ServerGrant } from './server-access.ts'

const schema = { room: mcpRoom.name, migrations: mcpRoom.migrations ?? [], sealed: [] }
const rooms = [schema]
const agent = { kind: 'agent', id: 'writer' } as const
const user = { kind: 'user', id: 'ada' } as const
const storeOn = (database: Database) => createGrantStore(database, { clock: systemClock })

describeDatabases('grants of servers', ({ open }) => {
  test('come back as they were written, and only for their own server, agent and user', async () => {
    const store = storeOn(await open({ rooms }))
    const forAgent: ServerGrant = { server: 'one', subject: agent, enabled: true, toolAllow: [], toolDeny: ['x'] }
    const forUser: ServerGrant = { server: 'one', subject: user, enabled: false, toolDeny: [] }
    for (const grant of [forAgent, forUser]) await store.put(grant, 'op')
    expect(await store.of('one', { agent: 'writer', user: 'ada' })).toMatchObject({ agent: forAgent, user: forUser })
    expect(await store.of('one', { agent: 'ada', user: 'writer' })).toEqual({ agent: undefined, user: undefined })
    expect(await store.of('two', { agent: 'writer' })).toEqual({ agent: undefined, user: undefined })
    expect(await store.of('one', {})).toEqual({ agent: undefined, user: undefined })
    const own: ServerGrant = {
      ...forAgent,
      overrides: { toolPrefix: 'gh', timeouts: { callSeconds: 5 }, headers: { a: 'b' } },
    }
    await store.put(own, 'op')
    expect((await store.of('one', { agent: 'writer' })).agent).toMatchObject(own)
    await store.put(forAgent, 'op')
    expect((await store.of('one', { agent: 'writer' })).agent).not.toHaveProperty('overrides')
    const { toolAllow: _none, ...all } = forAgent
    await store.put(all, 'op')
    expect((await store.of('one', { agent: 'writer' })).agent).not.toHaveProperty('toolAllow')
    expect(await store.remove('one', agent)).toBe(true)
    expect(await store.remove('one', agent)).toBe(false)
  })

  test('are not read for a caller that is neither an agent nor a user, and from one row for one that is either', async () => {
    const database = await open({ rooms })
    const reads: string[] = []
    const store = storeOn({
      ...database,
      all: (...given) => {
        reads.push('list')
        return database.all(...given)
      },
      get: (...given) => {
        reads.push('row')
        return database.get(...given)
      },
    })
    const forAgent: ServerGrant = { server: 'one', subject: agent, enabled: false, toolDeny: [] }
    await store.put(forAgent, 'op')
    expect(await store.of('one', {})).toEqual({ agent: undefined, user: undefined })
    expect(reads).toEqual([])
    expect((await store.of('one', { agent: 'writer' })).agent).toMatchObject(forAgent)
    expect(await store.of('one', { user: 'writer' })).toEqual({ agent: undefined, user: undefined })
    expect(reads).toEqual(['row', 'row'])
  })

  test('revoked over another connection no longer hold at the next look', async () => {
    const [first, second] = [await open({ rooms }), await open({ rooms })]
    const [here, there] = [storeOn(first), storeOn(second)]
    await there.put({ server: 'one', subject: user, enabled: true, toolDeny: [] }, 'op')
    expect((await here.of('one', { user: 'ada' })).user?.enabled).toBe(true)
    await there.put({ server: 'one', subject: user, enabled: false, toolDeny: [] }, 'op')
    expect((await here.of('one', { user: 'ada' })).user?.enabled).toBe(false)
    await there.remove('one', user)
    expect((await here.of('one', { user: 'ada' })).user).toBeUndefined()
  })

  test('follow from an approved request, with what was denied and set before still denied and set', async () => {
    const store = storeOn(await open({ rooms }))
    const overrides = { toolPrefix: 'gh' }
    await store.put(
      { server: 'one', subject: agent, enabled: true, toolAllow: ['a'], toolDeny: ['c'], overrides },
      'op',
    )
    const request = await store.request({ server: 'one', subject: agent, tools: ['b', 'c'], reason: 'need' })
    expect(request.state).toBe('pending')
    expect((await store.request({ server: 'one', subject: agent, tools: ['c', 'b'], reason: 'again' })).id).toBe(
      request.id,
    )
    expect(await store.approve(request.id, { by: 'op', note: 'fine' })).toMatchObject({
      status: 'decided',
      request: { state: 'approved', decidedBy: 'op', note: 'fine' },
    })
    expect((await store.of('one', { agent: 'writer' })).agent).toMatchObject({
      toolAllow: ['a', 'b', 'c'],
      toolDeny: ['c'],
      overrides,
    })
  })

  test('do not follow from a rejected request, which stays rejected', async () => {
    const store = storeOn(await open({ rooms }))
    const { id } = await store.request({ server: 'one', subject: user, reason: 'need' })
    expect(await store.reject(id, { by: 'op', note: 'no' })).toMatchObject({ status: 'decided' })
    expect(await store.approve(id, { by: 'op' })).toMatchObject({
      status: 'already_decided',
      request: { state: 'rejected' },
    })
    expect(await store.approve('request_0', { by: 'op' })).toEqual({ status: 'unknown_request' })
    expect(await store.list()).toEqual([])
  })

  test('follow once, however many approve at once', async () => {
    const stores = await Promise.all([1, 2, 3, 4].map(async () => storeOn(await open({ rooms }))))
    const [first] = stores
    for (let round = 0; round < 5; round += 1) {
      const request = await first?.request({ server: `s${round}`, subject: agent, tools: ['a'], reason: 'need' })
      const decisions = await Promise.all(
        stores.map((store, place) =>
          place % 2 === 0
            ? store.approve(request?.id ?? '', { by: `op${place}` })
            : store.reject(request?.id ?? '', { by: `op${place}`, note: 'no' }),
        ),
      )
      const decided = decisions.filter(({ status }) => status === 'decided')
      expect(decided).toHaveLength(1)
      const granted = (await first?.list())?.filter(({ server }) => server === `s${round}`) ?? []
      const isApproved = decided.some((decision) => 'request' in decision && decision.request.state === 'approved')
      expect(granted).toHaveLength(isApproved ? 1 : 0)
      const [grant] = granted
      if (grant !== undefined) expect(decided).toMatchObject([{ request: { decidedBy: grant.changedBy } }])
    }
  })
})
