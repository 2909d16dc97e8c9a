import { type SqlValue, type Statement, statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../../store/src/__fixtures__/describe-databases.ts'
import { countThrough, eventsBefore, eventsThrough, narrowingOf } from './session-rows.ts'

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

describeDatabases('a list of events among many', ({ open }) => {
  test('is found by an index if a type or a session narrows it, not by a look at all events', async () => {
    const database = await open()
    await database.run(fill)
    await database.run(rare)
    await database.run(statement('analyze events'))
    const explain = async (of: Statement<SqlValue[]>, ...values: SqlValue[]) =>
      JSON.stringify(
        await database.all(
          statement<SqlValue[], object>({
            sqlite: `explain query plan ${of.text.sqlite}`,
            postgres: `explain ${of.text.postgres}`,
          }),
          ...values,
        ),
      )
    for (const [type, session, index] of [
      ['conversation.opened', '', 'events_type'],
      ['no.such', '', 'events_type'],
      ['', 's7', 'events_session'],
    ] as const) {
      const narrowing = narrowingOf({ type, session })
      const given = [type, session, '']
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
    const found = await database.all(eventsBefore.type, 20_002, 'conversation.opened', '', '', 51)
    expect(found.map(({ position }) => position)).toEqual([20_001])
    const both = await database.all(eventsBefore.session, 20_002, 'conversation.opened', 's1', '', 51)
    expect(both).toEqual(found)
  })
})
