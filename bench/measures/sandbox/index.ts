import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Principal } from '@drawbridge/core'
import { createCleanup } from '@drawbridge/core/base'
import type { Machine } from '@drawbridge/core/machine'
import { createHostMachine, createTargetResolver, type SandboxBackend } from '@drawbridge/sandbox'
import { createBubblewrapBackend } from '@drawbridge/sandbox/bubblewrap'
import { createSandboxMachine, type SandboxSettings } from '@drawbridge/sandbox/machine'
import type { Goal, Report } from '../../lib/report.ts'
import { timeInTurn, type Way } from '../../lib/time-in-turn.ts'
import { bareName, containedName, openContained, type Turn } from './open-contained.ts'
import { openPeer } from './open-peer.ts'
import { openWarmContainers } from './open-warm-containers.ts'

const rounds = 41
/** A contained command that follows another costs at most so many times what bubblewrap alone does, whatever the size of the workspace. */
const containedRatio = 1.6
const sizes = [200, 30_000]
const limits = { bubblewrap: 15, 'warm container': 150 } as const
const principal: Principal = { session: 'bench', run: 'bench', role: 'main', parents: [] }

/**
 * Measures the cost of running an empty program compared with a plain spawn: for each of Drawbridge's ways and for the
 * peer.
 */
export async function measure(): Promise<Report> {
  // Not below /tmp, which sandboxes have of their own.
  const folder = await realpath(await mkdtemp('/var/tmp/drawbridge-bench-sandbox-'))
  await using cleanup = createCleanup()
  cleanup.use({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) })
  const at = (name: string) => join(folder, name)
  for (const name of ['workspace', 'home', 'temporary']) await mkdir(at(name))
  for (let index = 0; index < 200; index += 1) await writeFile(at(`workspace/${index}.txt`), 'text\n')

  const bubblewrap = cleanup.use(createBubblewrapBackend({ scratch: at('home/sandbox') }))
  const containers = await openWarmContainers(at('home'))
  const peer = await openPeer(at('workspace'))
  for (const opened of [containers, peer]) if (opened.status === 'open') cleanup.use(opened)
  const plain: Record<string, Way> = { 'plain spawn': () => plainly(at('workspace')) }
  const ours = await timeInTurn<string>(
    {
      ...plain,
      host: wayOf(createHostMachine(placesOf(folder)), placesOf(folder)),
      bubblewrap: sandboxed(bubblewrap, folder),
    },
    rounds,
  )
  const others = await timeInTurn<string>(
    {
      ...plain,
      ...(containers.status === 'open' ? { 'warm container': sandboxed(containers.backend, folder) } : {}),
      ...(peer.status === 'open' ? { 'sandbox-runtime, peer': peer.run } : {}),
    },
    rounds,
  )
  const contained = cleanup.use(await openContained(folder, sizes))
  const walls = await timeInTurn<string>({ ...contained.ways }, rounds, contained.rest)
  const over = new Map([ours, others].flatMap((times) => costs(times)))
  return {
    name: 'sandbox',
    columns: ['ran', 'median ms', 'over a plain spawn ms'],
    rows: [
      ...[ours, others].flatMap((times) => {
        return Object.entries(times).map(([name, ms]) => [name, ms.toFixed(1), (over.get(name) ?? 0).toFixed(1)])
      }),
      ...Object.entries(walls).map(([name, ms]) => [name, ms.toFixed(1), '-']),
      ...(containers.status === 'absent' ? [['warm container', 'absent', '-']] : []),
      ...(peer.status === 'absent' ? [['sandbox-runtime, peer', 'absent', '-']] : []),
    ],
    goals: [
      ...(['bubblewrap', 'warm container'] as const).map((name) => {
        return goalOf(name, over.get(name), containers.status === 'absent' ? containers.reason : undefined)
      }),
      ...sizes.map((size) => containedGoal(size, walls)),
    ],
    details: [
      `\`true\`, ${rounds} times each, in turn, in a workspace of 200 files; profile, survey of the workspace and its end included.`,
      'An engine continues to work after it has answered, which would slow down the next measurement: it and the peer have separate series.',
      'The first contained command of a process builds its sandbox. The sandbox of the next one is prepared while nothing is to be done: that is not in its time, and costs as much processor time as the first command.',
      'The container is warm, as from the second call of a session on.',
      ...(containers.status === 'absent' ? [`Warm container: ${containers.reason}`] : []),
      ...(peer.status === 'absent' ? [`sandbox-runtime: ${peer.reason}`] : []),
    ],
    data: { ours, others, walls },
  }
}

function placesOf(folder: string) {
  return { workspace: join(folder, 'workspace'), home: join(folder, 'home') }
}

function sandboxed(backend: SandboxBackend, folder: string): Way {
  const settings: SandboxSettings = {
    backend: backend.kind,
    workspace: 'write',
    network: 'none',
    limits: {},
    scope: 'session',
  }
  const temporary = backend.kind === 'docker' ? join(folder, 'temporary') : undefined
  const machine = createSandboxMachine({ ...placesOf(folder), backend, settings, key: 'bench', temporary })
  return wayOf(machine, machine.resolverOptions)
}

function wayOf(machine: Machine, places: Parameters<typeof createTargetResolver>[0]): Way {
  const resolver = createTargetResolver(places)
  return async () => {
    const argv = ['true']
    const resolution = await resolver.resolve([{ kind: 'command', argv }], principal)
    if (resolution.status !== 'resolved') throw new Error(resolution.failure.message)
    const { signal } = new AbortController()
    const processes = machine.processes({ ...resolution, principal, signal })
    const { end } = await processes.run({ argv, cwd: machine.workspace, timeoutMs: 30_000 })
    if (end.kind !== 'exited' || end.exitCode !== 0) throw new Error(`"true" ended with ${JSON.stringify(end)}.`)
  }
}

async function plainly(cwd: string): Promise<void> {
  const child = spawn('true', [], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.resume()
  await once(child, 'close')
}

/** Returns the additional time of each way over a plain spawn of the same series. */
function costs(times: Readonly<Record<string, number>>): readonly (readonly [name: string, ms: number])[] {
  const plain = times['plain spawn'] ?? Number.NaN
  return Object.entries(times).map(([name, ms]) => [name, ms - plain] as const)
}

function goalOf(name: keyof typeof limits, ms: number | undefined, absent: string | undefined): Goal {
  const text = `${name} costs at most ${limits[name]} ms over a plain spawn`
  if (ms === undefined) return { text: `${text}; not measured: ${absent ?? 'it is absent'}`, met: false }
  return { text: `${text}: ${ms.toFixed(1)}`, met: ms <= limits[name] }
}

function containedGoal(size: number, walls: Readonly<Record<string, number>>): Goal {
  const ratio = (turn: Turn) => (walls[containedName(size, turn)] ?? Number.NaN) / (walls[bareName] ?? Number.NaN)
  const text = `${containedName(size, 'next')}, cost at most ${containedRatio} times ${bareName}: ${ratio('next').toFixed(2)} (the first command: ${ratio('first').toFixed(2)})`
  return { text, met: ratio('next') <= containedRatio }
}
