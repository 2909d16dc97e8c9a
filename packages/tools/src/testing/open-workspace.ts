import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRegistry, type Outcome, openRun, type Target } from '@drawbridge/core'
import { createMemoryArtifactStore } from '@drawbridge/core/artifact'
import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import type { Authority } from '@drawbridge/core/policy'
import { createSessionState } from '@drawbridge/core/registry'
import { testPrincipal } from '@drawbridge/core/testing'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { fileTools, runtimeTools } from '../index.ts'

/** A real folder and the built-in tools on it, through the whole pipeline. */
export interface Workspace extends AsyncDisposable {
  readonly folder: string
  /** Aborts the run. */
  abort(): void
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Outcome>
  /** Absolute path of a name in the folder. */
  at(name: string): string
  /** Changes the folder behind the tools' back. */
  put(name: string, content: string | Uint8Array): Promise<void>
  read(name: string): Promise<string>
}

/** Allows all, but never a change outside of the folder: tests send hostile paths too. */
function allowBelow(folder: string): Authority {
  const isStray = (target: Target) =>
    target.kind === 'path' && !['read', 'list'].includes(target.access) && !target.real.startsWith(`${folder}/`)
  return {
    decide: ({ targets }) => {
      const verdict = targets.some(isStray) ? 'deny' : 'allow'
      return { verdict, rule: 'test', source: 'test', reason: 'a test changes its own folder only', steps: [] }
    },
  }
}

export async function openWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Workspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-tools-')))
  const folder = join(root, 'workspace')
  const boundaries = { workspace: folder, home: join(root, 'home') }
  await mkdir(folder)
  await mkdir(boundaries.home, { mode: 0o700 })
  const at = (name: string) => join(folder, name)
  const put = async (name: string, content: string | Uint8Array) => {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), content)
  }
  for (const [name, content] of Object.entries(files)) await put(name, content)

  const registry = createRegistry()
  for (const tool of [...fileTools, ...runtimeTools]) registry.registerDeferred(tool)
  const session = createSessionState()
  const run = openRun({
    registry,
    session,
    artifacts: createMemoryArtifactStore({ clock: systemClock, ids: createSystemIdSource() }),
    principal: testPrincipal,
    machine: createHostMachine(boundaries),
    resolver: createTargetResolver(boundaries),
    authority: allowBelow(folder),
  })
  return {
    folder,
    at,
    put,
    read: (name) => readFile(at(name), 'utf8'),
    abort: () => run.abort('the test says so'),
    call: (tool, args) => run.call({ name: tool, arguments: args }),
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}
