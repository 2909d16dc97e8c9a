import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { ContainerSettings } from './container/container-settings.ts'

const networks = {
  none: 'Network: none',
  host: 'Network: open, in a network of containers',
  filtered: "Network: only Drawbridge's proxy",
} as const satisfies Record<SandboxProfile['network']['kind'], string>

/** A profile in lines for people. Pure. */
export function explainProfile(
  { workspace, mounts, masked, readOnly, network, limits }: SandboxProfile,
  settings: Omit<ContainerSettings, 'user'>,
  socket: string,
): readonly string[] {
  const { memoryBytes = settings.memoryBytes, cpus = settings.cpus, processes = settings.processes } = limits
  return [
    `Container of the image "${settings.image}", by the engine at "${socket}"`,
    workspace.access === 'none'
      ? 'Workspace: not visible'
      : `Workspace: ${workspace.host} at ${workspace.inside} (${workspace.access})`,
    ...mounts.map(({ host, inside, access }) => `Visible: ${host} at ${inside} (${access})`),
    ...masked.map((path) => `Hidden: ${path}`),
    ...readOnly.map((path) => `Read-only: ${path}`),
    networks[network.kind],
    `Limits: ${Math.round(memoryBytes / 1024 / 1024)} MiB of memory, ${cpus} processors, ${processes} processes`,
  ]
}
