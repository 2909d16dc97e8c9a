import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { LimitKeeper } from './limits/limit-keeper.ts'
import type { MachineSurvey } from './survey-machine.ts'
import { keepsTemporaryFiles } from './survey-profile.ts'

/** A profile in lines for people. Pure. */
export function explainProfile(
  profile: SandboxProfile,
  { version, limits: keeper }: { readonly version: string; readonly limits: LimitKeeper },
  machine: MachineSurvey,
): readonly string[] {
  const { workspace, mounts, masked, readOnly, sealed = [], network, limits } = profile
  const temporary = keepsTemporaryFiles(profile)
    ? '/tmp is kept for the same key'
    : '/tmp is empty for each command, because it contains a shown folder'
  const memoryMb = limits.memoryBytes === undefined ? undefined : Math.round(limits.memoryBytes / 1024 / 1024)
  const accesses = { none: 'hidden; replaced by an empty folder', read: 'read only', write: 'read and write' }
  return [
    `Built by ${version}: own processes, users, network and mounts, no capabilities, system calls filtered.`,
    `Workspace ${workspace.host}: ${accesses[workspace.access]}.`,
    ...mounts.map(({ host, access }) => `${host}: ${accesses[access]}.`),
    ...sealed.map(({ path, lockable }) => `${path}: nothing else; "${lockable}" can be locked, but not changed.`),
    'The rest of the machine: read only.',
    `Hidden: ${[...machine.hiddenFolders, ...machine.systemSecrets, ...masked].join(', ')}.`,
    `Private and empty: ${machine.privateFolders.join(', ')}; ${temporary}.`,
    ...(machine.programFolders.length > 0
      ? [`Programs in homes, read only: ${machine.programFolders.join(', ')}.`]
      : []),
    ...(readOnly.length > 0 ? [`Cannot be changed or created: ${readOnly.join(', ')}.`] : []),
    networkLine(network),
    ...limitLine('Memory', memoryMb, 'MiB for all processes together', keeper.memory),
    ...limitLine('Processes', limits.processes, 'at a time', keeper.processes),
    ...limitLine('Processors', limits.cpus, 'at most', keeper.cpus),
    ...(limits.openFiles === undefined ? [] : [`Open files: ${limits.openFiles} for each process.`]),
  ]
}

function networkLine(network: SandboxProfile['network']): string {
  switch (network.kind) {
    case 'none':
      return 'Network: none, and no Unix sockets.'
    case 'host':
      return "Network: the machine's own."
    case 'filtered':
      return "Network: only the hosts that Drawbridge's proxy allows. Names are not resolved inside."
  }
}

function limitLine(
  name: string,
  limit: number | undefined,
  unit: string,
  state: LimitKeeper['memory'],
): readonly string[] {
  if (limit === undefined) return [`${name}: no limit.`]
  return [`${name}: ${limit} ${unit}, ${state.held ? `by ${state.how}` : `not kept: ${state.reason}`}.`]
}
