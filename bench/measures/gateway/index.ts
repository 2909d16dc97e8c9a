import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createCleanup } from '@drawbridge/core/base'
import { openDatabase, statement } from '@drawbridge/store/database'
import { emptyDatabase } from '../../lib/empty-database.ts'
import { median } from '../../lib/median.ts'
import type { Goal, Report } from '../../lib/report.ts'
import { timeInTurn } from '../../lib/time-in-turn.ts'
import { follow, untilCounted } from './follow-events.ts'
import { type BenchNode, files, startNode } from './start-node.ts'

const mebibyte = 1_048_576
const goals = { invokeRatio: 3, slowGrowth: 256, firstPageMs: 100, clusterPerSecond: 1_000, lostShare: 0.01 }
const crowd = { sockets: 1_000, slow: 50, perSecond: 1_000, seconds: 10, sessions: 100 }
const manyEvents = 1_000_000

type Row = readonly [what: string, measured: string | number, goal: string]

/** Measures the gateway over HTTP and WebSockets on this machine: calls, many sockets, replay, long lists, two nodes, idle sessions. */
export async function measure(): Promise<Report> {
  await using cleanup = createCleanup()
  const node = await startNode(cleanup)
  const parts = [await invoke(node), await sockets(node), await replay(node), await idleSessions(node)]
  parts.push(await longLists(node), await cluster(cleanup))
  return {
    name: 'gateway',
    columns: ['what', 'measured', 'goal'],
    rows: parts.flatMap(({ rows }) => rows),
    goals: parts.flatMap((part) => part.goals),
    details: ['The node is a process of its own; clients, and the database of two nodes, run on the same machine.'],
    data: Object.fromEntries(parts.flatMap(({ rows }) => rows.map(([what, measured]) => [what, measured]))),
  }
}

interface Part {
  readonly rows: readonly Row[]
  readonly goals: readonly Goal[]
}

/** A call over the API, and the same call by a route of the framework alone. */
async function invoke(node: BenchNode): Promise<Part> {
  const first = await node.send('POST', '/v1/tools/fs.read_file/invoke', { arguments: { path: '0.txt' } })
  const { session } = (await first.json()) as { session: string }
  let turn = 0
  const body = () => {
    turn += 1
    return { arguments: { path: `${turn % files}.txt` } }
  }
  const post = async (url: URL, value: object) => {
    const headers = { 'content-type': 'application/json' }
    await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(value) })).text()
  }
  const times = await timeInTurn(
    {
      gateway: async () => {
        const answer = await node.send('POST', '/v1/tools/fs.read_file/invoke', { ...body(), session })
        if (!answer.ok) throw new Error(await answer.text())
        await answer.text()
      },
      route: () => post(new URL('/call', node.bare), body()),
      nothing: () => post(new URL('/nothing', node.bare), body()),
    },
    300,
  )
  const ratio = times.gateway / times.route
  return {
    rows: [
      ['a call by HTTP, ms', times.gateway.toFixed(2), ''],
      ['the same call by a bare route of the framework, ms', times.route.toFixed(2), ''],
      ['a bare route that does nothing, ms', times.nothing.toFixed(2), ''],
      ['a call by HTTP, times the bare route', ratio.toFixed(2), `≤ ${goals.invokeRatio}`],
    ],
    goals: [
      {
        text: `a call by HTTP takes at most ${goals.invokeRatio} times the bare route`,
        met: ratio <= goals.invokeRatio,
      },
    ],
  }
}

/** Many sockets that follow sessions, a few of which follow everything and read nothing. */
async function sockets(node: BenchNode): Promise<Part> {
  const fast = []
  for (let place = 0; place < crowd.sockets - crowd.slow; place += 1)
    fast.push(await follow(node, { topic: `session:s${place % crowd.sessions}` }))
  const alone = await round(node, fast)
  const slow = []
  for (let place = 0; place < crowd.slow; place += 1) slow.push(await follow(node, { topic: 'audit' }))
  for (const each of slow) each.pause()
  const before = await node.run({ type: 'memory' })
  const together = await round(node, fast)
  const after = await node.run({ type: 'memory' })
  for (const each of [...fast, ...slow]) each.close()
  const grown = ((after.bytes ?? 0) - (before.bytes ?? 0)) / mebibyte
  const lost = 1 - together.share
  return {
    rows: [
      [
        `${crowd.sockets - crowd.slow} sockets, ${crowd.perSecond} events/s: delay without slow ones, median ms`,
        alone.delay,
        '',
      ],
      [`the same with ${crowd.slow} slow ones that follow all, median ms`, together.delay, ''],
      ['events that reached fast ones, %', (together.share * 100).toFixed(1), '100'],
      ['memory grown by slow ones, MiB', grown.toFixed(0), `≤ ${goals.slowGrowth}`],
    ],
    goals: [
      { text: 'fast sockets get every event although others are slow', met: lost < goals.lostShare },
      { text: `slow sockets take at most ${goals.slowGrowth} MiB`, met: grown <= goals.slowGrowth },
    ],
  }
}

async function round(node: BenchNode, fast: readonly Awaited<ReturnType<typeof follow>>[]) {
  const begun = fast.map((each) => each.count())
  const seen = fast.map((each) => each.delays.length)
  const { acknowledged = 0 } = await node.run({ type: 'emit', ...crowd })
  const wanted = (acknowledged / crowd.sessions) * fast.length
  const all = await untilCounted(fast, begun.reduce((sum, count) => sum + count, 0) + wanted, 10_000)
  const delays = fast.flatMap((each, place) => each.delays.slice(seen[place]))
  return {
    delay: Math.round(median(delays)),
    share: (all - begun.reduce((sum, count) => sum + count, 0)) / wanted,
  }
}

/** A client that comes back for the 10,000 events that it missed. */
async function replay(node: BenchNode): Promise<Part> {
  const head = await headOf(node)
  const startedAt = performance.now()
  const client = await follow(node, { topic: 'audit', from: String(head - 9_900) })
  await client.ready
  const ms = performance.now() - startedAt
  const count = client.count()
  client.close()
  return {
    rows: [[`replay of ${count} events, ms`, Math.round(ms), '']],
    goals: [{ text: 'a client that missed 9,900 events gets all of them', met: count >= 9_900 }],
  }
}

/** Sessions with an agent in which nothing happens. */
async function idleSessions(node: BenchNode): Promise<Part> {
  const count = 200
  const open = async () => {
    const answer = await node.send('POST', '/v1/sessions', {})
    if (!answer.ok) throw new Error(await answer.text())
  }
  for (let warm = 0; warm < 20; warm += 1) await open()
  const before = await node.run({ type: 'memory' })
  for (let place = 0; place < count; place += 1) await open()
  const after = await node.run({ type: 'memory' })
  const kib = ((after.heap ?? 0) - (before.heap ?? 0)) / count / 1_024
  return { rows: [['memory of an idle session, KiB', kib.toFixed(0), '']], goals: [] }
}

/** First pages of the list of a million events. */
async function longLists(node: BenchNode): Promise<Part> {
  {
    await using database = await openDatabase({ kind: 'sqlite', file: join(node.home, 'drawbridge.db') })
    const head = await headOf(node)
    await database.run(
      statement<[count: number, head: number]>(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < $1)
        insert into events (position, session_id, run_id, sequence, type, tool_call_id, time, content)
          select $2 + i, 'long' || (i % 1000), 'r', 1000000 + i, 'tool.completed', null, 1760000000000 + i,
            '{"type":"tool.completed","time":1760000000000,"toolCallId":"c","tool":"fs.read_file","result":{"content":"' || hex(randomblob(60)) || '"}}'
          from n`,
      ),
      manyEvents,
      head,
    )
    await database.run(
      statement<[position: number]>('update audit_head set position = $1 where id = 1'),
      head + manyEvents,
    )
  }
  const page = (query: string) => async () => {
    const answer = await node.send('GET', `/v1/audit?limit=50${query}`)
    if (!answer.ok) throw new Error(await answer.text())
    await answer.text()
  }
  const times = await timeInTurn(
    {
      all: page(''),
      session: page('&session=long7'),
      rare: page('&event=conversation.opened'),
      none: page('&event=no.such'),
    },
    5,
  )
  const slowest = Math.max(...Object.values(times))
  return {
    rows: Object.entries(times).map(
      ([name, ms]) =>
        [
          ...[`first page of a million events (${name}), ms` as const, ms.toFixed(1), `≤ ${goals.firstPageMs}`],
        ] as unknown as Row,
    ),
    goals: [
      {
        text: `a first page of a million events takes at most ${goals.firstPageMs} ms`,
        met: slowest <= goals.firstPageMs,
      },
    ],
  }
}

async function headOf(node: BenchNode): Promise<number> {
  const { asOf } = (await (await node.send('GET', '/v1/audit?limit=1')).json()) as { asOf: string }
  return Number(asOf)
}

/** Two nodes that record in one PostgreSQL as fast as they can. */
async function cluster(cleanup: ReturnType<typeof createCleanup>): Promise<Part> {
  const server = process.env.DRAWBRIDGE_TEST_POSTGRES
  const text = `two nodes record at least ${goals.clusterPerSecond} events/s together`
  if (server === undefined)
    return {
      rows: [],
      goals: [{ text: `${text}; not measured: DRAWBRIDGE_TEST_POSTGRES names no server`, met: false }],
    }
  const store = { kind: 'postgres', url: await emptyDatabase(server, 'gateway', cleanup) }
  const nodes = [await startNode(cleanup, { store }), await startNode(cleanup, { store, prefix: 't' })]
  const command = { type: 'emit', seconds: 5, sessions: 100 } as const
  await Promise.all(nodes.map((node) => node.run({ ...command, seconds: 1 })))
  await wait(500)
  const all = await Promise.all(nodes.map((node) => node.run(command)))
  const perSecond = all.reduce((sum, { acknowledged = 0, seconds = 1 }) => sum + acknowledged / seconds, 0)
  return {
    rows: [['events/s of two nodes on one PostgreSQL', Math.round(perSecond), `≥ ${goals.clusterPerSecond}`]],
    goals: [{ text, met: perSecond >= goals.clusterPerSecond }],
  }
}
