import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorMessage, fail } from '@drawbridge/core'
import type { ProcessLimit } from '@drawbridge/core/machine'
import type { CapabilityState } from '../../backend/sandbox-backend.ts'
import type { SandboxLimits } from '../../backend/sandbox-profile.ts'
import { counterIn, makeGroup, newGroupName, removeGroup, sweepGroups } from './group-folder.ts'
import type { LimitKeeper } from './limit-keeper.ts'
import type { OwnControlGroups } from './own-control-groups.ts'

type Limit = 'memory' | 'processes' | 'cpus'

/** One hierarchy in which groups can be made. */
interface Hierarchy {
  readonly version: 1 | 2
  readonly parent: string
  readonly keeps: readonly Limit[]
}

const controllerOf = { memory: 'memory', processes: 'pids', cpus: 'cpu' } as const satisfies Record<Limit, string>
const limits: readonly Limit[] = ['memory', 'processes', 'cpus']
const periodMicroseconds = 100_000

/** Limits by control groups, as far as this process may make some. */
export function createGroupKeeper(own: OwnControlGroups): LimitKeeper {
  const hierarchies = hierarchiesOf(own)
  const state = (limit: Limit): CapabilityState => {
    const found = hierarchies.find(({ keeps }) => keeps.includes(limit))
    if (found !== undefined) return { held: true, how: `control groups, version ${found.version}` }
    return {
      held: false,
      reason: `no control group with the controller "${controllerOf[limit]}" can be made by this user. Run Drawbridge as a service of systemd with Delegate=yes.`,
    }
  }
  return {
    memory: state('memory'),
    processes: state('processes'),
    cpus: state('cpus'),
    open: (wanted) => {
      const name = newGroupName()
      const groups: (Hierarchy & { readonly folder: string })[] = []
      try {
        for (const hierarchy of hierarchies) {
          const settings = settingsOf(wanted, hierarchy)
          if (Object.keys(settings).length === 0) continue
          const folder = join(hierarchy.parent, name)
          makeGroup(folder, settings, ['memory.memsw.limit_in_bytes', 'memory.swap.max', 'memory.oom.group'])
          groups.push({ ...hierarchy, folder })
        }
      } catch (error) {
        for (const { folder } of groups) void removeGroup(folder)
        fail('sandbox_unavailable', `The limits of the sandbox cannot be set: ${errorMessage(error)}.`)
      }
      return {
        joinFiles: groups.map(({ folder }) => join(folder, 'cgroup.procs')),
        prefix: [],
        environment: {},
        hits: () => [...new Set(groups.flatMap(hitsOf))],
        close: async () => {
          await Promise.all(groups.map(({ folder }) => removeGroup(folder)))
        },
      }
    },
    sweep: () => {
      for (const { parent } of hierarchies) sweepGroups(parent)
    },
  }
}

function hierarchiesOf({ controllers, unified }: OwnControlGroups): readonly Hierarchy[] {
  const first = limits.flatMap((limit): Hierarchy[] => {
    const own = controllers.get(controllerOf[limit])
    // A group that is not mounted here is known by the place at which its hierarchy is.
    const parent = own === undefined ? undefined : [own.folder, own.mount].find((folder) => existsSync(folder))
    return parent !== undefined && isWritable(parent) ? [{ version: 1, parent, keeps: [limit] }] : []
  })
  const missing = limits.filter((limit) => !first.some(({ keeps }) => keeps.includes(limit)))
  // A group with processes of its own cannot delegate controllers: then a sister group is created next to this
  // process's own.
  const second = unified === undefined ? [] : [unified.folder, dirname(unified.folder)]
  const parent = second.find(
    (folder) =>
      isWritable(folder) &&
      isWritable(join(folder, 'cgroup.procs')) &&
      missing.some((limit) => passesOn(folder, limit)),
  )
  if (parent === undefined) return first
  return [...first, { version: 2, parent, keeps: missing.filter((limit) => passesOn(parent, limit)) }]
}

function passesOn(folder: string, limit: Limit): boolean {
  try {
    return readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').trim().split(' ').includes(controllerOf[limit])
  } catch {
    return false
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function settingsOf(wanted: SandboxLimits, { version, keeps }: Hierarchy): Readonly<Record<string, string>> {
  const { memoryBytes, processes, cpus } = wanted
  const quota = cpus === undefined ? undefined : Math.max(1000, Math.round(cpus * periodMicroseconds))
  const settings: Record<string, string> = {}
  if (keeps.includes('memory') && memoryBytes !== undefined) {
    const bytes = String(memoryBytes)
    if (version === 1) {
      Object.assign(settings, { 'memory.limit_in_bytes': bytes, 'memory.memsw.limit_in_bytes': bytes })
    } else Object.assign(settings, { 'memory.max': bytes, 'memory.swap.max': '0', 'memory.oom.group': '1' })
  }
  // Two of them are bubblewrap's own.
  if (keeps.includes('processes') && processes !== undefined) settings['pids.max'] = String(processes + 2)
  if (keeps.includes('cpus') && quota !== undefined) {
    if (version === 1) settings['cpu.cfs_quota_us'] = String(quota)
    else settings['cpu.max'] = `${quota} ${periodMicroseconds}`
  }
  return settings
}

function hitsOf({ version, folder }: Hierarchy & { readonly folder: string }): readonly ProcessLimit[] {
  const killed = counterIn(join(folder, version === 1 ? 'memory.oom_control' : 'memory.events'), 'oom_kill')
  const refused = counterIn(join(folder, 'pids.events'), 'max')
  return [...(killed > 0 ? (['memory'] as const) : []), ...(refused > 0 ? (['processes'] as const) : [])]
}
