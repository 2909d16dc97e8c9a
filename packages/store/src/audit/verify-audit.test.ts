import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { sampleSession } from '../session/__fixtures__/sample-events.ts'
import { createDatabaseRecorder } from '../session/create-database-recorder.ts'
import { readEvents } from '../session/read-events.ts'
import { chainHash } from './append-links.ts'
import { pruneSessions } from './prune-sessions.ts'
import { verifyAudit } from './verify-audit.ts'

const countRows = statement<[], { found: number }>('select count(*) as found from audit_log')
const countSessions = statement<[], { found: number }>('select count(*) as found from sessions')

async function withRecord(database: Database, count: number, session = 's', before = 0): Promise<Database> {
  await using recorder = createDatabaseRecorder(database)
  const made = sampleSession(session)
  const events = Array.from({ length: count }, (_, place) => ({ ...made.aborted(`${place}`), time: before + place }))
  await Promise.all(events.map((event) => recorder.append(event, 'grouped')))
  return database
}

describeDatabases('the audit log', ({ kind, open }) => {
  /** Whoever tampers is stronger than the triggers. */
  const tamper = async (database: Database, ...texts: readonly string[]) => {
    if (kind === 'postgres')
      for (const table of ['events', 'audit_log'])
        await database.run(statement(`alter table ${table} disable trigger all`))
    else
      for (const table of ['events', 'audit_log'])
        for (const what of ['update', 'delete'])
          await database.run(statement(`drop trigger if exists ${table}_no_${what}`))
    for (const text of texts) await database.run(statement(text))
  }

  test('refuses to be changed or cut', async () => {
    const database = await withRecord(await open(), 5)
    for (const text of [
      "update events set content = '{}' where position = 2",
      "update audit_log set hash = 'x' where position = 2",
      'delete from events where position = 5',
      'delete from audit_log where position = 1',
    ])
      await expect(database.run(statement(text))).rejects.toThrow('append-only')
    expect(await verifyAudit(database)).toMatchObject({ status: 'sound', entries: 5, first: 1, head: { position: 5 } })
  })

  test.each([
    ['a changed event', 7, ["update events set content = replace(content, '6', '5') where position = 7"]],
    ['a changed column of an event', 7, ["update events set session_id = 'other' where position = 7"]],
    ['a changed hash', 7, ["update audit_log set hash = 'x' where position = 7"]],
    ['a removed event', 7, ['delete from events where position = 7']],
    ['a removed entry', 7, ['delete from audit_log where position = 7']],
    [
      'a removed event with its entry',
      7,
      ['delete from audit_log where position = 7', 'delete from events where position = 7'],
    ],
    [
      'a removed stretch',
      3,
      ['delete from audit_log where position between 3 and 9', 'delete from events where position between 3 and 9'],
    ],
    ['a removed beginning', 2, ['delete from audit_log where position <= 2', 'delete from events where position <= 2']],
    [
      'two that changed places',
      4,
      [
        'update events set position = -1 where position = 4',
        'update events set position = 4 where position = 5',
        'update events set position = 5 where position = -1',
      ],
    ],
    [
      'an inserted event',
      13,
      [
        `insert into events (position, session_id, run_id, sequence, type, time, content)
          select 13, session_id, run_id, sequence, type, time, content from events where position = 12`,
      ],
    ],
    [
      'an inserted event with an entry',
      13,
      [
        `insert into events (position, session_id, run_id, sequence, type, time, content)
          select 13, session_id, run_id, sequence, type, time, content from events where position = 12`,
        "insert into audit_log (position, kind, hash) values (13, 'event', 'x')",
      ],
    ],
    ['a missing end', 11, ['delete from audit_log where position > 10', 'delete from events where position > 10']],
    [
      'a missing end with a head to match',
      10,
      [
        'delete from audit_log where position > 10',
        'delete from events where position > 10',
        'update audit_head set position = 10',
      ],
    ],
  ])('is broken by %s, and the first bad entry is named', async (_, position, texts) => {
    const database = await withRecord(await open(), 12)
    await tamper(database, ...texts)
    expect(await verifyAudit(database)).toMatchObject({ status: 'broken', position, problem: expect.any(String) })
  })

  test('is broken by an entry that is chained correctly but is not an event', async () => {
    const database = await withRecord(await open(), 3)
    const previous = statement<[], { hash: string }>('select hash from audit_log where position = 2')
    for (const content of ['no json', 'null', '{}']) {
      const hash = chainHash((await database.get(previous))?.hash ?? '', { position: 3, kind: 'event', content })
      await tamper(
        database,
        `update events set content = '${content}' where position = 3`,
        `update audit_log set hash = '${hash}' where position = 3`,
        `update audit_head set hash = '${hash}'`,
      )
      expect(await verifyAudit(database)).toMatchObject({ status: 'broken', position: 3 })
    }
  })

  test('that was cut and given a head of its own is found out by an anchor', async () => {
    const database = await withRecord(await open(), 12)
    const sound = await verifyAudit(database)
    const anchor = sound.status === 'sound' ? sound.head : undefined
    await tamper(
      database,
      'delete from audit_log where position > 10',
      'delete from events where position > 10',
      'update audit_head set position = 10, hash = (select hash from audit_log where position = 10)',
    )
    expect(await verifyAudit(database)).toMatchObject({ status: 'sound', entries: 10 })
    expect(await verifyAudit(database, anchor)).toMatchObject({ status: 'broken', position: 11 })
    await withRecord(database, 5)
    expect(await verifyAudit(database, anchor)).toMatchObject({ status: 'broken', position: 12 })
  })

  test('stays verifiable after old entries are removed, repeatedly', async () => {
    const database = await withRecord(await open(), 3_000, 'old')
    await withRecord(database, 10, 'new', 10_000)
    // Three pages, each with its checkpoint.
    expect(await pruneSessions(database, 1_500)).toEqual({ entries: 1_500, sessions: 0 })
    expect(await verifyAudit(database)).toMatchObject({ status: 'sound', first: 1_501, entries: 1_500 + 10 + 3 })
    expect(await pruneSessions(database, 9_000)).toEqual({ entries: 1_500, sessions: 1 })
    expect(await pruneSessions(database, 9_000)).toEqual({ entries: 0, sessions: 0 })
    await withRecord(database, 1, 'newer', 20_000)
    expect(await verifyAudit(database)).toMatchObject({ status: 'sound', first: 3_001 })
    await pruneSessions(database, 50_000)
    expect(await database.get(countSessions)).toEqual({ found: 0 })
    expect(await verifyAudit(database)).toMatchObject({
      status: 'sound',
      entries: (await database.get(countRows))?.found,
    })
  })

  test('lets the rest of its process have its turn between the pages in which it is walked, read and removed', async () => {
    const database = await withRecord(await open(), 3_000)
    const turnsDuring = async (work: () => Promise<unknown>) => {
      let turns = 0
      let timer = setImmediate(function count() {
        turns += 1
        timer = setImmediate(count)
      })
      await work()
      clearImmediate(timer)
      return turns
    }
    expect(await turnsDuring(() => verifyAudit(database))).toBeGreaterThan(10)
    expect(await turnsDuring(() => Array.fromAsync(readEvents(database)))).toBeGreaterThan(10)
    expect(await turnsDuring(() => pruneSessions(database, 10_000))).toBeGreaterThan(4)
  })

  test('keeps what is old as long as a call that began there is open', async () => {
    const database = await withRecord(await open(), 5, 'old')
    await using recorder = createDatabaseRecorder(database)
    await recorder.append(sampleSession('s').started('c'), 'durable')
    expect(await pruneSessions(database, 1_000_000)).toEqual({ entries: 5, sessions: 1 })
  })
})
