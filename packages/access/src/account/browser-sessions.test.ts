import { createFakeClock } from '@drawbridge/core/testing'
import { statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { accessSchema } from '../testing/access-schema.ts'
import { createBrowserSessions } from './browser-sessions.ts'

const rawRows = statement<[], Record<string, unknown>>('select * from gateway_sessions')
const hour = 3_600_000

describeDatabases('browser sessions', ({ open }) => {
  const openSessions = async () => {
    const clock = createFakeClock()
    const database = await open({ rooms: accessSchema })
    const sessions = createBrowserSessions(database, { clock, times: () => ({ idleMs: hour, absoluteMs: 10 * hour }) })
    const create = () => sessions.create({ userId: 'u', device: 'Firefox', address: '127.0.0.0' })
    return { clock, database, sessions, create }
  }

  test('both halves together let in; one alone, or halves of two sessions, do not', async () => {
    const { sessions, create, database } = await openSessions()
    const [{ session, halves }, other] = [await create(), await create()]
    expect(await sessions.find(halves)).toMatchObject({ id: session.id, userId: 'u' })
    expect(await sessions.find({ ...halves, half: '' })).toBeUndefined()
    expect(await sessions.find({ ...halves, cookie: '' })).toBeUndefined()
    expect(await sessions.find({ cookie: halves.cookie, half: other.halves.half })).toBeUndefined()
    expect(await sessions.find({ cookie: halves.half, half: halves.cookie })).toBeUndefined()
    const kept = JSON.stringify(await database.all(rawRows))
    for (const secret of [halves.cookie, halves.half]) expect(kept).not.toContain(secret)
  })

  test('a session ends after some time without use, and after the absolute limit in any case', async () => {
    const { clock, sessions, create } = await openSessions()
    const { halves } = await create()
    for (let used = 0; used < 9; used += 1) {
      clock.advance(hour - 1)
      expect(await sessions.find(halves)).toBeDefined()
    }
    clock.advance(hour + 10)
    expect(await sessions.find(halves)).toBeUndefined()
    const idle = await create()
    clock.advance(hour + 60_000)
    expect(await sessions.find(idle.halves)).toBeUndefined()
  })

  test('a user ends own sessions only', async () => {
    const { sessions, create } = await openSessions()
    const { session, halves } = await create()
    expect(await sessions.end(session.id, 'eve')).toBe(false)
    expect(await sessions.find(halves)).toBeDefined()
    expect(await sessions.end(session.id, 'u')).toBe(true)
    expect(await sessions.find(halves)).toBeUndefined()
  })
})
