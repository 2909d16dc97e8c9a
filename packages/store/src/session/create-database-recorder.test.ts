import { DrawbridgeError, type DrawbridgeEvent } from '@drawbridge/core'
import { type EventFamily, withEventFamilies } from '@drawbridge/core/event'
import { expect, test } from 'vitest'
import { describeDatabases, describePostgres } from '../__fixtures__/describe-databases.ts'
import { describeWithSmallDisk } from '../__fixtures__/describe-with-small-disk.ts'
import { startProxy } from '../__fixtures__/start-proxy.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { openDatabase } from '../database/open-database.ts'
import { statement } from '../database/statement.ts'
import { sampleSession } from './__fixtures__/sample-events.ts'
import { startRecording } from './__fixtures__/start-recording.ts'
import { createDatabaseRecorder } from './create-database-recorder.ts'
import { readEvents } from './read-events.ts'

const listNodes = statement<[], { id: string; parent_id: string | null; kind: string; status: string | null }>(
  'select id, parent_id, kind, status from session_nodes order by position, id',
)
const listArtifacts = statement<[], { id: string; tool_call_id: string; bytes: number }>(
  'select id, tool_call_id, bytes from artifacts',
)
const countCommits = statement<[], { position: number }>('select position from audit_head')
const listSessions = statement<[], Record<string, unknown>>('select id, agent, user_id, events, calls from sessions')

describeDatabases('the database recorder', ({ open, options }) => {
  test('keeps events byte for byte in the order of their coming, also those that came together', async () => {
    const database = await open()
    await using recorder = createDatabaseRecorder(database)
    const session = sampleSession('a')
    const events = Array.from({ length: 2_500 }, (_, count) => session.aborted(`Grüße 🌉 \u0000 \ud800 ${count}`))
    await Promise.all(events.map((event) => recorder.append(event, 'grouped')))
    const kept = await Array.fromAsync(readEvents(database, 'a'))
    expect(kept.map((event) => JSON.stringify(event))).toEqual(events.map((event) => JSON.stringify(event)))
    expect(await database.get(countCommits)).toEqual({ position: 2_500 })
  })

  test('makes runs, turns and results a tree, and knows the artifact of a result', async () => {
    const database = await open()
    await using recorder = createDatabaseRecorder(database)
    const main = sampleSession('main', 'run-1')
    const child = sampleSession('child', 'run-2')
    for (const event of [
      main.opening(),
      main.called('c1', 1),
      main.called('c2', 1),
      main.started('c1'),
      main.ended('c1', 'kept'),
    ])
      await recorder.append(event, 'grouped')
    for (const event of [child.opening([{ run: 'run-1' }]), child.called('c3'), child.ended('c3')])
      await recorder.append(event, 'grouped')
    expect(await database.all(listNodes)).toEqual([
      { id: 'run/run-1', parent_id: null, kind: 'run', status: null },
      { id: 'turn/run-1/1', parent_id: 'run/run-1', kind: 'turn', status: null },
      { id: 'result/c1', parent_id: 'turn/run-1/1', kind: 'result', status: 'completed' },
      { id: 'run/run-2', parent_id: 'run/run-1', kind: 'run', status: null },
      { id: 'call/c3', parent_id: 'run/run-2', kind: 'turn', status: null },
      { id: 'result/c3', parent_id: 'call/c3', kind: 'result', status: 'completed' },
    ])
    expect(await database.all(listArtifacts)).toEqual([{ id: 'kept', tool_call_id: 'c1', bytes: 7 }])
    expect(await database.all(listSessions)).toContainEqual({
      id: 'main',
      agent: 'coder',
      user_id: 'ada',
      events: 5,
      calls: 2,
    })
  })

  test('keeps events of types that it does not know, and makes the nodes that another family says', async () => {
    const database = await open()
    const family: EventFamily<{ 'weather.asked': { type: 'weather.asked'; place: string } }> = {
      'weather.asked': {
        scrub: (body) => body,
        line: ({ place }) => ({ place }),
        replay: 'told',
        node: ({ place, run }) => ({ kind: 'weather', id: `weather/${place}`, parent: `run/${run}`, keeps: 'last' }),
      },
    }
    await using recorder = createDatabaseRecorder(database, { catalogue: withEventFamilies([family]) })
    const { opening, aborted } = sampleSession('a')
    const others = [
      { ...aborted('x'), type: 'weather.asked', place: 'Oslo' },
      { ...aborted('x'), type: 'moon.rose', toolCallId: 7, tool: 8, result: 'in the east' },
    ] as unknown as readonly DrawbridgeEvent[]
    for (const event of [opening(), ...others]) await recorder.append(event, 'grouped')
    const kept = await Array.fromAsync(readEvents(database, 'a'))
    expect(kept.slice(1)).toEqual(others)
    expect(await database.all(listNodes)).toEqual([
      { id: 'run/run-1', parent_id: null, kind: 'run', status: null },
      { id: 'weather/Oslo', parent_id: 'run/run-1', kind: 'weather', status: null },
    ])
    expect(await verifyAudit(database)).toMatchObject({ status: 'sound' })
  })

  test('finds the turn of a call whose beginning another process has recorded', async () => {
    const database = await open()
    const session = sampleSession('s')
    {
      await using recorder = createDatabaseRecorder(database)
      await recorder.append(session.called('c', 4), 'grouped')
    }
    await using recorder = createDatabaseRecorder(await open())
    await recorder.append(session.ended('c'), 'grouped')
    expect(await database.all(listNodes)).toContainEqual({
      id: 'result/c',
      parent_id: 'turn/run-1/4',
      kind: 'result',
      status: 'completed',
    })
  })

  test('has one order and one chain for all recorders of all processes', async () => {
    const [one, other] = [await open(), await open()]
    await using first = createDatabaseRecorder(one)
    await using second = createDatabaseRecorder(other)
    const worker = startRecording(options(), 'worker', { calls: 60 })
    const load = Array.from({ length: 60 }, async (_, count) => {
      const session = sampleSession(`here-${count}`)
      const recorder = count % 2 === 0 ? first : second
      await recorder.append(session.opening(), 'durable')
      await recorder.append(session.aborted('enough'), 'durable')
    })
    await Promise.all(load)
    expect(await worker.ended).toEqual({ code: 0, errors: '' })
    const report = await verifyAudit(one)
    expect(report).toMatchObject({ status: 'sound', entries: 120 + 8 + 180 })
  })

  test('is opened with the first event and not before', async () => {
    const database = await open()
    let opened = 0
    const source = async () => {
      opened += 1
      return database
    }
    {
      await using recorder = createDatabaseRecorder(source)
      expect(opened).toBe(0)
      await recorder.append(sampleSession('s').aborted('x'), 'durable')
    }
    expect(opened).toBe(1)
  })

  test('rejects an event that it cannot store, and continues once it can', async () => {
    const database = await open()
    let isThere = false
    const source = async () => {
      if (!isThere) throw new DrawbridgeError('store_unavailable', 'The database is away.')
      return database
    }
    await using recorder = createDatabaseRecorder(source)
    const session = sampleSession('s')
    await expect(recorder.append(session.aborted('lost'), 'durable')).rejects.toThrow('The database is away.')
    isThere = true
    await recorder.append(session.aborted('kept'), 'durable')
    expect(await Array.fromAsync(readEvents(database))).toMatchObject([{ reason: 'kept' }])
  })

  test('takes no more than it may hold while the database does not answer', async () => {
    const answer = Promise.withResolvers<void>()
    const database = await open()
    const source = async () => {
      await answer.promise
      return database
    }
    await using recorder = createDatabaseRecorder(source, { maxWaitingBytes: 10_000 })
    const session = sampleSession('s')
    const appended = Array.from({ length: 20 }, () => recorder.append(session.aborted('x'.repeat(1_000)), 'grouped'))
    const settled = Promise.allSettled(appended)
    answer.resolve()
    const refused = (await settled).filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(10)
    expect(refused[0]).toMatchObject({
      reason: { code: 'store_unavailable', message: expect.stringContaining('behind') },
    })
    expect(await Array.fromAsync(readEvents(database))).toHaveLength(20 - refused.length)
    await recorder.append(session.aborted('again'), 'grouped')
  })
})

describePostgres('the database recorder, cut off from', ({ options }) => {
  test('its server, rejects what waits and records again once the server is back', async () => {
    const given = options()
    const proxy = await startProxy(given.kind === 'postgres' ? given.url : '')
    await using database = await openDatabase({ kind: 'postgres', url: proxy.url, patienceMs: 2_000 })
    await using recorder = createDatabaseRecorder(database)
    const session = sampleSession('s')
    await recorder.append(session.aborted('before'), 'durable')
    await proxy.cut()
    await expect(recorder.append(session.aborted('meanwhile'), 'durable')).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    await proxy.restore()
    await recorder.append(session.aborted('after'), 'durable')
    const kept = await Array.fromAsync(readEvents(database))
    expect(kept).toMatchObject([{ reason: 'before' }, { reason: 'after' }])
    expect(await verifyAudit(database)).toMatchObject({ status: 'sound' })
  })
})

describeWithSmallDisk('what is acknowledged on it must be there', (disk) => {
  test('the database recorder rejects with the reason when the disk is full, and loses nothing that it acknowledged', async () => {
    await using database = await openDatabase({ kind: 'sqlite', file: `${disk.folder()}/drawbridge.db` })
    await using recorder = createDatabaseRecorder(database)
    const session = sampleSession('s')
    let kept = 0
    const fill = async () => {
      for (;;) {
        await recorder.append(session.aborted('x'.repeat(20_000)), 'durable')
        kept += 1
      }
    }
    await expect(fill()).rejects.toMatchObject({ code: 'store_full' })
    expect(kept).toBeGreaterThan(5)
    expect(await Array.fromAsync(readEvents(database))).toHaveLength(kept)
    expect(await verifyAudit(database)).toMatchObject({ status: 'sound', entries: kept })
  })

  test('the database recorder says that a disk is read-only', async () => {
    disk.makeReadOnly()
    await using recorder = createDatabaseRecorder(() =>
      openDatabase({ kind: 'sqlite', file: `${disk.folder()}/drawbridge.db` }),
    )
    await expect(recorder.append(sampleSession('s').aborted('x'), 'durable')).rejects.toMatchObject({
      code: 'store_read_only',
    })
  })
})
