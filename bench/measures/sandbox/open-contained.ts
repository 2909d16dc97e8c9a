import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { type Containment, createContainment } from '@drawbridge/sandbox/contain'
import { findProgram } from '../../../scripts/test-support/find-program.ts'
import type { Way } from '../../lib/time-in-turn.ts'

const filesPerFolder = 100

/** A contained command in a process: the first one, or one that follows after a rest, for which a sandbox was prepared. */
export type Turn = 'first' | 'next'

export interface OpenContained extends AsyncDisposable {
  readonly ways: Readonly<Record<string, Way>>
  /** The rest between two commands, in which the sandbox of the next one is prepared. */
  readonly rest: Way
}

/**
 * Runs a contained `true` in workspaces with this number of files, compared with bubblewrap and just a read-only root.
 */
export async function openContained(folder: string, sizes: readonly number[]): Promise<OpenContained> {
  const home = join(folder, 'home')
  const [first, next] = [false, true].map((prepares) =>
    createContainment({
      scratch: join(home, 'contained'),
      userHome: homedir(),
      searchPath: process.env.PATH ?? '',
      prepares,
    }),
  ) as [Containment, Containment]
  const ways: Record<string, Way> = { [bareName]: bare }
  for (const size of sizes) {
    const workspace = join(folder, `contained-${size}`)
    await fill(workspace, size)
    const places = { workspace, home, userHome: homedir() }
    for (const [turn, containment] of Object.entries({ first, next }) as [Turn, Containment][]) {
      const machine = createHostMachine({ ...places, containment: containment.in(places) })
      ways[containedName(size, turn)] = containedIn(machine, createTargetResolver(places))
    }
  }
  return {
    ways,
    rest: () => next.prepare(),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([first, next].map((containment) => containment[Symbol.asyncDispose]()))
    },
  }
}

export const bareName = 'bare bubblewrap'
export const containedName = (size: number, turn: Turn) => `contained, ${size} files, ${turn} command`

function containedIn(
  machine: ReturnType<typeof createHostMachine>,
  resolver: ReturnType<typeof createTargetResolver>,
): Way {
  const principal = { session: 'bench', run: 'bench', role: 'main', parents: [] } as const
  return async () => {
    const argv = ['true']
    const resolution = await resolver.resolve([{ kind: 'command', argv }], principal)
    if (resolution.status !== 'resolved') throw new Error(resolution.failure.message)
    const { signal } = new AbortController()
    const processes = machine.processes({ ...resolution, principal, signal, contained: true })
    const { end } = await processes.run({ argv, cwd: machine.workspace, timeoutMs: 30_000 })
    if (end.kind !== 'exited' || end.exitCode !== 0) throw new Error(`"true" ended with ${JSON.stringify(end)}.`)
  }
}

async function fill(workspace: string, files: number): Promise<void> {
  for (let index = 0; index < files; index += filesPerFolder) {
    const inner = join(workspace, `${index / filesPerFolder}`)
    await mkdir(inner, { recursive: true })
    for (let file = 0; file < filesPerFolder; file += 1) await writeFile(join(inner, `${file}.txt`), 'text')
  }
}

async function bare(): Promise<void> {
  const file = findProgram('bwrap') ?? 'bwrap'
  const child = spawn(file, ['--ro-bind', '/', '/', 'true'], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.resume()
  await once(child, 'close')
}
