import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DrawbridgeEvent } from '@drawbridge/core'
import pg from 'pg'
import type { Append } from './load.ts'
import { closeMany, closeOne, insertMany, insertOne, type Rows, setHash, tables, takePositions } from './statements.ts'

const hash = '0'.repeat(64)
const names = ['events', 'links', 'sessions', 'nodes', 'opened'] as const

/** Takes events that come together, as our recorder does. */
function grouped(commit: (events: readonly DrawbridgeEvent[]) => Promise<void>): Append {
  let waiting: { event: DrawbridgeEvent; resolve: () => void }[] = []
  let isWorking = false
  const work = async () => {
    while (waiting.length > 0) {
      await nextTurn()
      const group = waiting
      waiting = []
      await commit(group.map(({ event }) => event))
      for (const { resolve } of group) resolve()
      await undefined
    }
    isWorking = false
  }
  return (event) =>
    new Promise((resolve) => {
      waiting.push({ event, resolve })
      if (isWorking) return
      isWorking = true
      void work()
    })
}

/** The rows that our recorder would write, from what is in the event alone. */
function rowsOf(events: readonly DrawbridgeEvent[], last: number): Rows {
  const first = last - events.length + 1
  const rows = { events: [], links: [], sessions: [], nodes: [], opened: [], closed: [] } as Record<
    keyof Rows,
    unknown[][]
  >
  events.forEach((event, place) => {
    const { session, run, type, sequence, time } = event
    const position = first + place
    const call = 'toolCallId' in event ? event.toolCallId : null
    rows.events.push([position, sequence, time, session, run, type, call ?? null, JSON.stringify(event)])
    rows.links.push([position, 'event', hash])
    rows.sessions.push([session, time, time, 1, type === 'tool.called' ? 1 : 0])
    if (type === 'tool.called') rows.nodes.push([session, `turn/${call}`, 'turn', run, run, null, null, position, time])
    if (type === 'tool.started') rows.opened.push([session, call, run, 'fs.write_file', 'bench', position])
    if (type === 'tool.completed') {
      rows.nodes.push([
        session,
        `result/${call}`,
        'result',
        `turn/${call}`,
        run,
        'fs.write_file',
        'completed',
        position,
        time,
      ])
      rows.closed.push([session, call])
    }
  })
  // One session comes once, as one statement demands.
  return { ...rows, sessions: [...new Map(rows.sessions.map((row) => [row[0], row])).values()] }
}

export function plainSqlite(file: string, synchronous: 'normal' | 'full'): Append & Disposable {
  const database = new DatabaseSync(file)
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`)
  const prepare = (text: string) => database.prepare(text.replace(/\$\d+/g, '?'))
  const [take, set, close] = [prepare(takePositions), prepare(setHash), prepare(closeOne)]
  const inserts = names.map((name) => [name, prepare(insertOne(tables[name]))] as const)
  const append = grouped(async (events) => {
    database.exec('begin immediate')
    const head = take.get(events.length) as { readonly position: number }
    const rows = rowsOf(events, head.position)
    for (const [name, insert] of inserts) for (const row of rows[name]) insert.run(...(row as string[]))
    for (const row of rows.closed) close.run(...(row as string[]))
    set.run(hash)
    database.exec('commit')
  })
  return Object.assign(append, { [Symbol.dispose]: () => database.close() })
}

export async function plainPostgres(url: string): Promise<Append & AsyncDisposable> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('set synchronous_commit = on')
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const append = grouped(async (events) => {
    await client.query('begin')
    const {
      rows: [head],
    } = await run('take', takePositions, [events.length])
    const rows = rowsOf(events, Number((head as { readonly position: string }).position))
    for (const name of names) {
      if (rows[name].length > 0) await run(name, insertMany(tables[name]), [asObjects(name, rows[name])])
    }
    if (rows.closed.length > 0)
      await run('close', closeMany, [
        JSON.stringify(rows.closed.map(([session, call]) => ({ session_id: session, tool_call_id: call }))),
      ])
    await run('set', setHash, [hash])
    await client.query('commit')
  })
  return Object.assign(append, { [Symbol.asyncDispose]: () => client.end() })
}

function asObjects(name: (typeof names)[number], rows: readonly (readonly unknown[])[]): string {
  const columns = tables[name].columns.map(([column]) => column)
  return JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place]]))))
}
