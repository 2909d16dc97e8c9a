import type { SandboxLimits } from '../../backend/sandbox-profile.ts'
import { type LimitKeeper, unlimited } from './limit-keeper.ts'

/**
 * Limits by a scope of the user's own systemd, for users who may make no control groups. What was run into is not known: the scope
 * is gone with its processes.
 * @param file Absolute path of `systemd-run`, which was tried.
 */
export function createSystemdKeeper(file: string, environment: Readonly<Record<string, string>>): LimitKeeper {
  const held = { held: true, how: 'a scope of systemd' } as const
  return {
    memory: held,
    processes: held,
    cpus: held,
    open: (limits) => {
      const properties = propertiesOf(limits)
      if (properties.length === 0) return unlimited
      return { ...unlimited, prefix: [file, ...scopeOptions, ...properties, '--'], environment }
    },
    sweep: () => undefined,
  }
}

export const scopeOptions = ['--user', '--scope', '--quiet', '--collect'] as const

function propertiesOf({ memoryBytes, processes, cpus }: SandboxLimits): readonly string[] {
  return [
    ...(memoryBytes === undefined ? [] : [`--property=MemoryMax=${memoryBytes}`, '--property=MemorySwapMax=0']),
    // Two of them are bubblewrap's own.
    ...(processes === undefined ? [] : [`--property=TasksMax=${processes + 2}`]),
    ...(cpus === undefined ? [] : [`--property=CPUQuota=${Math.max(1, Math.round(cpus * 100))}%`]),
  ]
}
