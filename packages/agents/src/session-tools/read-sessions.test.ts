import { type Connection, statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { searchOwnSessions } from './read-sessions.ts'

const insertSession = statement<[id: string]>(
  'insert into sessions (id, created_at, updated_at, events, calls) values ($1, 1, 1, 1, 0)',
)
const insertEvent = statement<[position: number, session: string, content: string]>(
  `insert into events (position, session_id, run_id, sequence, type, time, content)
  values ($1, $2, 'r', $1, 'message.received', 1, $3)`,
)
const insertNode = statement<[position: number, session: string, id: string]>(
  `insert into session_nodes (session_id, id, kind, run_id, position, created_at) values ($2, $3, 'message', 'r', $1, 1)`,
)
/** Messages of another session, more than a search looks at. */
const fillEvents = statement({
  sqlite: `with recursive n (i) as (select 100 union all select i + 1 from n where i < 5200)
    insert into events (position, session_id, run_id, sequence, type, time, content)
    select i, 'busy', 'r', i, 'message.received', 1, '{"type":"message.received","node":"message/' || i || '","text":"harbour"}' from n`,
  postgres: `insert into events (position, session_id, run_id, sequence, type, time, content)
    select i, 'busy', 'r', i, 'message.received', 1, '{"type":"message.received","node":"message/' || i || '","text":"harbour"}'
    from generate_series(100, 5200) as n (i)`,
})
const fillNodes = statement(
  `insert into session_nodes (session_id, id, kind, run_id, position, created_at)
  select 'busy', 'message/' || position, 'message', 'r', position, 1 from events where session_id = 'busy'`,
)

async function say(database: Connection, session: string, position: number, text: string): Promise<void> {
  await database.run(insertSession, session)
  const node = `message/${position}`
  await database.run(insertEvent, position, session, JSON.stringify({ type: 'message.received', node, text }))
  await database.run(insertNode, position, session, node)
}

describeDatabases('a search in a group', ({ open }) => {
  test('finds what was said there, however much was said in other sessions since', async () => {
    const database = await open()
    await say(database, 'group', 1, 'the harbour opens at nine')
    await database.run(insertSession, 'busy')
    await database.run(fillEvents)
    await database.run(fillNodes)
    const scope = { session: 'group', peerKind: 'group' } as const
    const found = await searchOwnSessions(database, scope, { query: 'harbour', limit: 3 })
    expect(found).toMatchObject([{ session: 'group', node: 'message/1', text: 'the harbour opens at nine' }])
    const elsewhere = await searchOwnSessions(database, { session: 'busy' }, { query: 'harbour', limit: 3 })
    expect(elsewhere.map(({ session }) => session)).toEqual(['busy', 'busy', 'busy'])
  })
})
