import { type Database, type SqlValue, type Statement, statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../../store/src/__fixtures__/describe-databases.ts'
import { countThrough, eventsBefore, eventsThrough, narrowingOf, sessionsBefore } from './session-rows.ts'

/** Records 20,000 events of a common type in 100 sessions, as quickly as a database can. */
const fill = statement({
  sqlite: `with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into events (position, session_id, run_id, sequence, type, time, content)
      select i, 's' || (i % 100), 'r', i, 'tool.completed', i, '{}' from n`,
  postgres: `insert into events (position, session_id, run_id, sequence, type, time, content)
    select i, 's' || (i % 100), 'r', i, 'tool.completed', i, '{}' from generate_series(1, 20000) as n (i)`,
})
const rare = statement(`insert into events (position, session_id, run_id, sequence, type, time, content)
  values (20001, 's1', 'r', 20001, 'conversation.opened', 20001, '{}')`)

const fillSessions = (numbers: string) =>
  `insert into sessions (id, user_id, agent, created_at, updated_at, events, calls)
    select 's' || i, 'u' || (i % 1000), 'a' || (i % 3), i, i, 0, 0 from ${numbers}`
const manySessions = statement({
  sqlite: `with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000) ${fillSessions('n')}`,
  postgres: fillSessions('generate_series(1, 20000) as n (i)'),
})

describeDatabases('a list of events among many', ({ open }) => {
  test('is found by an index if a type or a session narrows it, not by a look at all events', async () => {
    const database = await open()
    await database.run(fill)
    await database.run(rare)
    await database.run(statement('analyze events'))
    const explain = explainOn(database)
    for (const [type, session, index] of [
      ['conversation.opened', '', 'events_type'],
      ['no.such', '', 'events_type'],
      ['', 's7', 'events_session'],
    ] as const) {
      const narrowing = narrowingOf({ type, session })
      const given = [type, session, '', '']
      const plans = [
        await explain(eventsBefore[narrowing] as Statement<SqlValue[]>, 20_002, ...given, 51),
        await explain(countThrough[narrowing] as Statement<SqlValue[]>, 20_001, ...given),
        await explain(eventsThrough[narrowing] as Statement<SqlValue[]>, 0, ...given, 20_001, 500),
      ]
      for (const plan of plans) {
        expect(plan).toContain(index)
        expect(plan).not.toMatch(/SCAN events|Seq Scan on events/)
      }
    }
    const found = await database.all(eventsBefore.type, 20_002, 'conversation.opened', '', '', '', 51)
    expect(found.map(({ position }) => position)).toEqual([20_001])
    const both = await database.all(eventsBefore.session, 20_002, 'conversation.opened', 's1', '', '', 51)
    expect(both).toEqual(found)
  })

  test('is found for one user by an index on users, and for some agents alone', async () => {
    const database = await open()
    await database.run(manySessions)
    await database.run(statement('analyze sessions'))
    const explain = explainOn(database)
    const page = [Number.MAX_SAFE_INTEGER, '', 51, '', ''] as const
    const list = await explain(sessionsBefore.ofUser as Statement<SqlValue[]>, 'u7', '', ...page)
    const audit = await explain(eventsBefore.all as Statement<SqlValue[]>, 20_002, '', '', 'u7', '', 51)
    for (const plan of [list, audit]) expect(plan).toContain('sessions_user')
    const found = await database.all(sessionsBefore.ofUser, 'u7', '["a1","none"]', ...page)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ user_id: user, agent }) => `${user} ${agent}`))).toEqual(new Set(['u7 a1']))
    expect(await database.all(sessionsBefore.ofUser, 'u7', '[]', ...page)).toEqual([])
    expect((await database.all(sessionsBefore.all, '', '["a2"]', ...page)).length).toBe(51)
  })
})

/** Returns what tells how a database carries a statement out. */
function explainOn(database: Database) {
  return async (of: Statement<SqlValue[]>, ...values: SqlValue[]) =>
    JSON.stringify(
      await database.all(
        statement<SqlValue[], object>({
          sqlite: `explain query plan ${of.text.sqlite}`,
          postgres: `explain ${of.text.postgres}`,
        }),
        ...values,
      ),
    )
}
