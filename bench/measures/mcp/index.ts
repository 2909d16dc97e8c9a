import { join } from 'node:path'
import { execPath } from 'node:process'
import { liveBytes } from '../../lib/live-bytes.ts'
import { median } from '../../lib/median.ts'
import { childProcesses, processorTime } from '../../lib/processor-time.ts'
import type { Report } from '../../lib/report.ts'
import { timeInTurn } from '../../lib/time-in-turn.ts'
import { openClient, openOwnPair, openSdkPair, type Pair } from './pairs.ts'

/** The goal, as a multiple of the cost of the SDK's own pair. */
const bar = 1.5
/** Few, so that what else the machine does meets all pairs alike. */
const callsPerRound = 50
/** The calls that each pair makes before it is measured, so that none is measured while its code is still being compiled. */
const callsBefore = 2_000
const rounds = 41
const idleServers = 30

/** Measures a call from our client to our server and one of the SDK's own pair, over both ways, and what servers cost that only wait. */
export async function measure(): Promise<Report> {
  const rows: (readonly (string | number)[])[] = []
  const goals: { text: string; met: boolean }[] = []
  for (const way of ['stdio', 'http'] as const) {
    await using sdk = await openMeasured(() => openSdkPair(way))
    await using off = await openMeasured(() => openOwnPair(way, 'off'))
    await using kept = await openMeasured(() => openOwnPair(way, 'database'))
    const pairs = { sdk, off, kept }
    const times = await timeInTurn({ sdk: () => sdk.round(), off: () => off.round(), kept: () => kept.round() }, rounds)
    const cost = (name: keyof typeof times) => (times[name] / callsPerRound) * 1_000
    const processor = (name: keyof typeof times) => (pairs[name].processorTime() / callsPerRound) * 1_000
    const ratio = cost('off') / cost('sdk')
    const row = (what: string, name: keyof typeof times) => [
      `${way}: ${what}`,
      cost(name).toFixed(0),
      (cost(name) / cost('sdk')).toFixed(2),
      processor(name).toFixed(0),
      (processor(name) / processor('sdk')).toFixed(2),
    ]
    rows.push(
      row('the SDK’s client and server', 'sdk'),
      row('ours, nothing recorded', 'off'),
      row('ours, both record on disk', 'kept'),
    )
    goals.push({ text: `${way}: at most ${bar} times the SDK’s pair (${ratio.toFixed(2)})`, met: ratio <= bar })
  }
  const idle = await idleCost()
  return {
    name: 'mcp',
    columns: ['client and server', 'µs per call', 'times the SDK', 'µs of processor', 'times the SDK'],
    rows,
    goals: [...goals, { text: `${idleServers} servers start side by side`, met: idle.isSideBySide }],
    details: [
      `A read of a tool that returns one line; ${callsPerRound} calls a round, ${rounds} rounds, each way in turn, after ${callsBefore} that are not counted. The time of the processor is that of all threads of client and server, which other programs on the machine lengthen least. A rule allows the calls, and there is nobody to ask.`,
      `A connected server that waits keeps ${idle.kilobytesPerServer} KiB of our process: what is left in its heap and buffers after garbage collection, of ${idleServers} servers.`,
      `One server: ${idle.oneMs.toFixed(0)} ms from its start to its list; the slowest of ${idleServers}: ${idle.slowestMs.toFixed(0)} ms, the first: ${idle.firstMs.toFixed(0)} ms; one more never answers.`,
    ],
  }
}

/** Opens a pair, makes the calls that do not count, and then measures the processor time of client and server in each round. */
async function openMeasured(open: () => Promise<Pair>) {
  const before = childProcesses()
  const pair = await open()
  await pair.call(callsBefore)
  const servers = childProcesses().difference(before)
  const spent: number[] = []
  return {
    round: async () => {
      const start = processorTime(servers)
      await pair.call(callsPerRound)
      spent.push(processorTime(servers) - start)
    },
    /** The median of the rounds, in milliseconds. */
    processorTime: () => median(spent),
    [Symbol.asyncDispose]: () => pair[Symbol.asyncDispose](),
  }
}

/** Starts many servers at once, one of which never answers, and sees what they cost. */
async function idleCost() {
  const server = { command: execPath, args: [join(import.meta.dirname, 'server-of-sdk.ts'), 'stdio'], era: 'modern' }
  const names = Array.from({ length: idleServers }, (_, index) => `s${index}`)
  const silent = { command: execPath, args: ['-e', 'setInterval(() => undefined, 1000)'] }
  const servers = Object.fromEntries([...names, 'warm'].map((name) => [name, server]))
  await using client = await openClient({ ...servers, silent })
  const since = (start: number) => performance.now() - start
  const start = performance.now()
  await client.agree('warm')
  const oneMs = since(start)
  const before = await liveBytes()
  const begin = performance.now()
  const never = client.agree('silent').catch(() => undefined)
  const times = await Promise.all(names.map((name) => client.agree(name).then(() => since(begin))))
  const kilobytesPerServer = Math.round(((await liveBytes()) - before) / 1024 / idleServers)
  void never
  const [firstMs, slowestMs] = [Math.min(...times), Math.max(...times)]
  // One after the other they would take as many times as long as one.
  return { oneMs, firstMs, slowestMs, kilobytesPerServer, isSideBySide: slowestMs < oneMs * idleServers }
}
