import { link, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DeclaredTarget, type Principal, ToolFault } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'
import { testPrincipal } from '@drawbridge/core/testing'
import {
  type AgentStore,
  createContextFiles,
  createGeneratedFiles,
  createMemoryAgentStore,
  createMemoryFiles,
  createVirtualTree,
} from '@drawbridge/core/virtual'
import { createHostMachine } from '../../create-host-machine.ts'
import { createTargetResolver } from '../../target/create-target-resolver.ts'
import { createVirtualScene } from '../virtual-scene.ts'
import { withVirtualFiles } from '../with-virtual-files.ts'
import { withVirtualTargets } from '../with-virtual-targets.ts'

/** What lies on the disk under virtual names, and must never be seen. */
export const ghost = 'GHOST ON THE DISK'

export const principal: Principal = { ...testPrincipal, agent: 'helper', user: 'ada' }

export interface HauntedWorkspace extends AsyncDisposable {
  readonly workspace: string
  readonly store: AgentStore
  /** The files of one call that declares these targets. Throws the failure where they are refused. */
  filesOf(declared: readonly DeclaredTarget[], caller?: Principal): Promise<FileAccess>
  /** Every file on the disk with its content, links by where they lead. */
  disk(): Promise<Readonly<Record<string, string>>>
}

/** A workspace in which links, folders and files of virtual names lie in wait. */
export async function openHauntedWorkspace(): Promise<HauntedWorkspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-haunted-')))
  const workspace = join(root, 'workspace')
  await mkdir(join(workspace, 'sub/deep'), { recursive: true })
  await mkdir(join(root, 'outside'))
  await writeFile(join(root, 'outside/x.md'), ghost)
  await symlink('../outside/x.md', join(workspace, 'SOUL.md'))
  await symlink('../outside', join(workspace, 'memory'))
  await writeFile(join(workspace, 'soul.md'), ghost)
  await writeFile(join(workspace, 'MEMORY.md'), ghost)
  await link(join(root, 'outside/x.md'), join(workspace, 'memory.md'))
  await mkdir(join(workspace, 'Memory'))
  await writeFile(join(workspace, 'Memory/x.md'), ghost)
  await mkdir(join(workspace, 'TOOLS.md'))
  await writeFile(join(workspace, 'TOOLS.md/x.md'), ghost)
  await symlink('../..', join(workspace, 'sub/deep/up'))
  await symlink(workspace, join(root, 'alias'))
  await symlink('SOUL.md', join(workspace, 'pen-name.md'))

  const store = createMemoryAgentStore()
  await store.create({ id: 'helper', type: 'open', createdMs: 0 })
  const clock = { now: () => 1_700_000_000_000 }
  const tree = createVirtualTree({
    agent: 'helper',
    user: 'ada',
    interceptors: [
      createContextFiles({
        agent: { id: 'helper', type: 'open', createdMs: 0 },
        user: 'ada',
        store: store.contextFiles,
        clock,
      }),
      createMemoryFiles({ agent: 'helper', user: 'ada', store: store.memory, clock }),
      createGeneratedFiles({ generators: {}, modifiedMs: 0 }),
    ],
  })
  const scene = createVirtualScene({ workspace, userHome: root }, tree)
  const machine = withVirtualFiles(createHostMachine(scene.machineOptions, scene.probe), {
    scene,
    scratch: join(root, 'scratch'),
  })
  const resolver = withVirtualTargets(createTargetResolver({ workspace, userHome: root }, scene.probe), scene)
  return {
    workspace,
    store,
    filesOf: async (declared, caller = principal) => {
      const resolution = await resolver.resolve(declared, caller)
      if (resolution.status !== 'resolved') throw new ToolFault(resolution.failure)
      const { signal } = new AbortController()
      return machine.files({ targets: resolution.targets, principal: caller, signal })
    },
    disk: () => contents(root),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

async function contents(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const read = files.map(async ({ parentPath, name }) => {
    return [join(parentPath, name).slice(root.length), await readFile(join(parentPath, name), 'utf8')] as const
  })
  return { ...Object.fromEntries(await Promise.all(read)), entries: entries.map(({ name }) => name).sort().join(' ') }
}
