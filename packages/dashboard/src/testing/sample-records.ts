import type { Session, TimelineCall } from '../page/pages/sessions/session.ts'
import { sampleNow } from './sample-approvals.ts'

/** Returns numbers from 0 to 1 that are the same in each run. */
function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const tools = ['fs.read_file', 'fs.edit', 'runtime.exec', 'search.text', 'web.fetch', 'agent.spawn'] as const
const begin = sampleNow - 3_600_000

/** Returns the calls of a session: mostly quick reads, some that were denied, asked or failed. */
export function sampleCalls(count: number): readonly TimelineCall[] {
  const random = seededNumbers(7)
  let at = begin
  return Array.from({ length: count }, (_, index) => {
    const tool = tools[Math.floor(random() * tools.length)] ?? 'fs.read_file'
    const execution = Math.ceil(random() * 400)
    const wasAsked = index % 41 === 40
    const approval = wasAsked ? 28_000 : 0
    const status = index % 97 === 96 ? 'denied' : index % 53 === 52 ? 'failed' : 'ok'
    const receivedAt = at
    const endedAt = at + 6 + execution + approval
    at = endedAt + (index === 20 ? 240_000 : 20)
    return {
      id: `call_${index}`,
      tool,
      status,
      line: `src/part-${index}.ts`,
      receivedAt,
      endedAt,
      timings: { gates: 4, execution, exit: 2, ...(wasAsked ? { approval } : {}) },
      depth: tool === 'agent.spawn' ? 1 : 0,
      ...(wasAsked ? { wasAsked } : {}),
    }
  })
}

/** The sessions of the samples. */
export const sampleSessions: readonly Session[] = [
  {
    id: 'ses_ship',
    title: 'ship 2.4',
    agent: 'lead',
    user: 'ada',
    createdAt: begin,
    state: 'waits',
    calls: 120,
    asked: 2,
    denied: 1,
    failed: 2,
    cost: { amount: '0.42', currency: 'USD' },
    tokens: { input: 31_000, output: 2_400 },
    node: 'a',
  },
  {
    id: 'ses_research',
    title: 'find the invoice',
    agent: 'research',
    user: 'ada',
    createdAt: begin - 7_200_000,
    state: 'running',
    calls: 12,
    node: 'b',
  },
  {
    id: 'ses_large',
    title: 'twenty thousand calls',
    agent: 'builder',
    user: 'bo',
    createdAt: begin - 90_000_000,
    state: 'done',
    calls: 20_000,
    node: 'a',
  },
]

/** Events of the record, as the audit lists them. */
export const sampleAudit = Array.from({ length: 250 }, (_, index) => {
  const type = index % 5 === 0 ? 'tool.denied' : index % 7 === 0 ? 'permission.decided' : 'tool.started'
  const event = {
    type,
    time: sampleNow - index * 13_000,
    toolCallId: `call_${index}`,
    tool: index % 5 === 0 ? 'fs.delete' : 'fs.read_file',
    principal: { agent: 'builder' },
    input: { path: 'src/price.js' },
  }
  return { position: String(48_110 - index), session: 'ses_ship', type, event }
})

/** A series of the overview. */
export function sampleSeries(name: string): object {
  const random = seededNumbers(name.length)
  const buckets = 48
  const at = Array.from({ length: buckets }, (_, index) => sampleNow - (buckets - index) * 1_800_000)
  const lines = ['ok', 'failed', 'denied'].map((line) => ({
    name: line,
    values: at.map(() => Math.round(random() * 40)),
  }))
  return { stepMs: 1_800_000, at, lines }
}
