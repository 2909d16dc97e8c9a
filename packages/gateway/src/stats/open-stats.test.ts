import { createFakeClock } from '@drawbridge/core/testing'
import { type Database, statement } from '@drawbridge/store/database'
import { expect, onTestFinished, test } from 'vitest'
import { accessSchema } from '../../../access/src/testing/access-schema.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { openTestGateway } from '../testing/open-test-gateway.ts'
import { openStats } from './open-stats.ts'
import { countedTypes, samplesOfEvent, seriesBy } from './samples-of-event.ts'

const insert = statement<[position: number, type: string, time: number, content: string]>(
  `insert into events (position, session_id, run_id, sequence, type, tool_call_id, time, content)
    values ($1, 's', 'r', $1, $2, null, $3, $4)`,
)
const begin = 1_800_000_000_000

/** Records ends of calls, one a second. */
async function record(database: Database, from: number, count: number): Promise<void> {
  await database.transaction(async (transaction) => {
    for (let position = from; position < from + count; position += 1) {
      const type = position % 3 === 0 ? 'tool.failed' : 'tool.completed'
      const content = JSON.stringify({ type, tool: 'fs.read_file', timings: { execution: position } })
      await transaction.run(insert, position, type, begin + position * 1_000, content)
    }
  })
}

describeDatabases('counts of events by time', ({ open }) => {
  test('count each event once, although two nodes count at the same time and some events come later', async () => {
    const [one, two] = [await open({ rooms: accessSchema }), await open({ rooms: accessSchema })]
    const clock = createFakeClock(begin)
    const nodes = [one, two].map((database) =>
      openStats(database, {
        clock,
        onError: (error) => {
          throw error
        },
      }),
    )
    onTestFinished(() => {
      for (const node of nodes) node[Symbol.dispose]()
    })
    const catchUp = () => Promise.all(nodes.flatMap((node) => [node.catchUp(), node.catchUp()]))
    await record(one, 1, 2_400)
    await catchUp()
    await record(two, 2_401, 600)
    await catchUp()
    await catchUp()
    const rows = (await nodes[1]?.read('calls', 0, 300_000)) ?? []
    const sumOf = (name: string) => rows.filter((row) => row.name === name).reduce((sum, { count }) => sum + count, 0)
    expect([sumOf('ok'), sumOf('failed')]).toEqual([2_000, 1_000])
    expect(new Set(rows.map(({ bucket }) => bucket % 300_000))).toEqual(new Set([0]))
    const latency = (await nodes[0]?.read('latency', begin + 2_700_000, 3_600_000)) ?? []
    const late = Array.from({ length: 300 }, (_, place) => 2_700 + place).filter((position) => position % 3 !== 0)
    expect(latency.map(({ name, count }) => [name, count])).toEqual([['fs.read_file', late.length]])
    expect(latency[0]?.total).toBe(late.reduce((sum, position) => sum + position, 0))
  })
})

test('each type of event that is counted adds to a series, and one in another form adds nothing', () => {
  for (const type of countedTypes) expect(() => samplesOfEvent(type, {}, undefined)).not.toThrow()
  const denied = {
    result: { meta: { decision: { rule: 'no-network' }, redactions: { token: 2 } } },
    timings: { approval: 900.4 },
  }
  expect(samplesOfEvent('tool.denied', denied, undefined)).toEqual([
    { series: 'calls', name: 'denied', count: 1, total: 1 },
    { series: 'denied', name: 'no-network', count: 1, total: 1 },
    { series: 'decision-time', name: 'all', count: 1, total: 900 },
    { series: 'redactions', name: 'token', count: 2, total: 2 },
  ])
  expect(samplesOfEvent('model.answered', { cost: 0.5, usage: { input: 7, estimated: true } }, 'reviewer')).toEqual([
    { series: 'cost', name: 'reviewer', count: 1, total: 500_000 },
    { series: 'tokens', name: 'input', count: 7, total: 7 },
  ])
  const flow = { verdict: 'ask', findings: [{ kind: 'recipient' }, { kind: 'recipient' }] }
  expect(samplesOfEvent('flow.judged', flow, undefined).map(({ name }) => name)).toEqual(['recipient'])
  expect(samplesOfEvent('permission.decided', { decision: { answer: 'allow_once' } }, undefined)).toHaveLength(1)
})

test('plots show the calls that were just made, to a viewer too', async () => {
  const gateway = await openTestGateway()
  const [member, viewer] = [await gateway.signIn('member'), await gateway.signIn('viewer')]
  for (let count = 0; count < 3; count += 1)
    await member.send('POST', '/v1/tools/fs.list_files/invoke', { body: { arguments: { path: '.' } } })
  for (const [series, by] of Object.entries(seriesBy))
    for (const range of ['1h', '24h', '7d', '30d']) {
      const { status, json } = await viewer.send(
        'GET',
        `/v1/stats/${series}?range=${range}${by === undefined ? '' : `&by=${by}`}`,
      )
      expect([series, status]).toEqual([series, 200])
      if (series !== 'calls') continue
      expect(json.lines.map(({ name }: { name: string }) => name)).toEqual(['ok'])
      expect(json.lines[0].values.at(-1) + json.lines[0].values.at(-2)).toBe(3)
    }
  expect((await viewer.send('GET', '/v1/stats/calls?by=tool')).json.code).toBe('invalid')
  expect(gateway.errors).toEqual([])
})
