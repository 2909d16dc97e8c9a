import type { BoundaryOptions, FileBackupOptions, LinkProbe } from '@drawbridge/sandbox'
import {
  absentMachine,
  createSandboxMachine,
  machineAt,
  type SandboxMachine,
  type SandboxMachineOptions,
} from '@drawbridge/sandbox/machine'
import type { ExecutionSite, OtherSite, SiteFor } from '../workspace/execution-site.ts'
import { isSandboxed, type SandboxPlan } from './sandbox-plan.ts'
import type { Sandboxing } from './sandboxing.ts'

export interface SandboxedPlacesOptions {
  readonly sandboxing: Sandboxing
  readonly boundaries: BoundaryOptions
  readonly probe: LinkProbe | undefined
  readonly backups: FileBackupOptions | undefined
  /** Names of further variables that programs get. */
  readonly passEnvironment: readonly string[]
  /** The place without a sandbox. */
  readonly host: ExecutionSite
  /** Makes a place of a machine in a sandbox: who judges its paths, and what is virtual there. */
  readonly complete: (machine: SandboxMachine) => ExecutionSite
}

/** The default time limit of a command line in a sandbox: it may first have to build what the machine already has. */
const sandboxedCommandMs = 300_000

/**
 * Creates the places where runs work, as planned for their agent and role. A place is made for each run, which only
 * costs some checks of its folders.
 */
export function createSandboxedPlaces(options: SandboxedPlacesOptions): SiteFor {
  const { sandboxing, host } = options
  const { backend } = sandboxing

  return (principal, { readsOnly }) => {
    const plan = sandboxing.planFor(principal.agent)
    if (!isSandboxed(plan, principal)) return undefined
    const verdict = sandboxing.verdictFor(principal.agent)
    switch (verdict.kind) {
      case 'host':
        return { ...host, machine: machineAt(host.machine, withoutWall(verdict.reason)), setup: setupOf('host') }
      case 'unavailable': {
        const { workspace } = host.machine
        return { ...host, machine: absentMachine(workspace, unavailable(verdict.reason)), setup: setupOf('none') }
      }
      case 'sandbox':
        return sandboxed()
    }

    function sandboxed(): OtherSite {
      const { key, temporary } = sandboxing.placeFor(principal, host.machine.workspace)
      const machine = createSandboxMachine(
        { ...machineOptions(), settings: plan.settings, key, temporary, readsOnly },
        options.probe,
      )
      const describe = async () => [...(await backend.explain(await machine.profile())), ...hostsOf(plan)]
      const settings = { commandTimeoutMs: sandboxedCommandMs }
      return { ...options.complete(machine), setup: setupOf(backend.kind), settings, describe }
    }

    function machineOptions(): Omit<SandboxMachineOptions, 'settings' | 'key'> {
      const { network } = plan.settings
      const proxy = typeof network === 'object' ? () => sandboxing.proxyFor(network.allow) : undefined
      return {
        ...options.boundaries,
        backend,
        backups: options.backups,
        passEnvironment: options.passEnvironment,
        proxy,
      }
    }
  }
}

/** A backend knows of a way to a proxy, and not which hosts that lets through. */
function hostsOf({ settings: { network } }: SandboxPlan): readonly string[] {
  return typeof network === 'object' ? [`Allowed hosts: ${network.allow.join(', ') || 'none'}.`] : []
}

function setupOf(ranIn: string): OtherSite['setup'] {
  return { sandbox: ranIn }
}

function withoutWall(reason: string) {
  return { kind: 'host', notice: `Ran on this machine without a sandbox, as the operator allows: ${reason}` } as const
}

function unavailable(reason: string): string {
  return `This run requires a sandbox, and none is available. ${reason} The operator can fix that, choose another backend, or allow calls without one ("sandbox": { "fallback": "host" }).`
}
