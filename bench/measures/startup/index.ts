import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Goal, Report } from '../../lib/report.ts'
import { timeInTurn } from '../../lib/time-in-turn.ts'
import { firstAnswer, type Program, runToItsEnd } from './first-answer.ts'
import { installPacked, type PackedCommand } from './install-packed.ts'

const root = resolve(import.meta.dirname, '../../..')
const rounds = 5
/** The longest time until `serve` names its address, in milliseconds. */
const serveMs = 2_000
const peer = 'server-filesystem'
const peerName = `${peer}, peer`
/** The longest time that each may take, as a part of the time of the peer. */
const bars = {
  'call, packed': 0.75,
  'tools, packed': 0.6,
  'mcp, packed': 0.8,
  'call, sources': 1.3,
  'tools, sources': 1.3,
  'mcp, sources': 1.3,
} as const

/** The first message of a client, for our server and the peer. */
const hello = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`

/** Time from process start to the first answer of the command, and the most memory held until then. */
export async function measure(): Promise<Report> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-bench-startup-')))
  const packed = await installPacked(root)
  try {
    const programs = await listPrograms(folder, typeof packed === 'string' ? undefined : packed.launcher)
    for (const program of Object.values(programs)) await runToItsEnd(program)
    const memory = new Map<string, number>()
    const ways = Object.fromEntries(
      Object.entries(programs).map(([name, program]) => [
        name,
        async () => memory.set(name, Math.max(memory.get(name) ?? 0, await firstAnswer(program))),
      ]),
    )
    const times = await timeInTurn(ways, rounds)
    return {
      name: 'startup',
      columns: ['started', 'first answer ms', 'of the peer', 'peak MiB'],
      rows: Object.entries(times).map(([name, ms]) => [
        name,
        ms.toFixed(0),
        (ms / (times[peerName] ?? Number.NaN)).toFixed(2),
        memory.get(name)?.toFixed(0) ?? '-',
      ]),
      goals: [
        ...Object.entries(bars).map(([name, bar]) => goal(name, bar, times, packed)),
        ...Object.entries(times)
          .filter(([name]) => name.startsWith('serve,'))
          .map(([name, ms]) => ({ text: `${name}: the address within ${serveMs} ms`, met: ms <= serveMs })),
      ],
      details: [
        'Median of 5 from spawn to the first line on standard output, all in turn, with warm caches and compile cache.',
        `${peer} is @modelcontextprotocol/server-filesystem, answering the same initialize request.`,
      ],
      data: { times, memory: Object.fromEntries(memory) },
    }
  } finally {
    if (typeof packed !== 'string') packed[Symbol.dispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listPrograms(folder: string, packed: string | undefined): Promise<Readonly<Record<string, Program>>> {
  const cwd = join(folder, 'workspace')
  await mkdir(cwd)
  await writeFile(join(cwd, 'a.txt'), 'hello\n')
  const env = { DRAWBRIDGE_HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') }
  const of = (launcher: string, kind: string): Record<string, Program> => ({
    [`call, ${kind}`]: { args: [launcher, 'call', 'fs.read_file', '{"path":"a.txt"}', '--json'], cwd, env },
    [`tools, ${kind}`]: { args: [launcher, 'tools', '--json'], cwd, env },
    [`mcp, ${kind}`]: { args: [launcher, 'mcp'], cwd, env, input: hello },
    [`serve, ${kind}`]: { args: [launcher, 'serve', '--port', '0'], cwd, env },
  })
  return {
    'node alone': { args: ['-p', '1'], cwd, env },
    ...of(join(root, 'packages/cli/bin/drawbridge.js'), 'sources'),
    ...(packed === undefined ? {} : of(packed, 'packed')),
    [peerName]: {
      args: [fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')), cwd],
      cwd,
      env,
      input: hello,
    },
  }
}

function goal(
  name: string,
  bar: number,
  times: Readonly<Record<string, number>>,
  packed: PackedCommand | string,
): Goal {
  const text = `${name}: first answer within ${bar} of the time of ${peer}`
  const [own, others] = [times[name], times[peerName]]
  if (own === undefined || others === undefined)
    return { text: `${text}; not measured: ${String(packed).split('\n')[0]}`, met: false }
  return { text, met: own <= bar * others }
}
