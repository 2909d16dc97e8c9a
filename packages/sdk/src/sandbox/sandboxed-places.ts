import type { BackupOptions, BoundaryOptions, LinkProbe } from '@drawbridge/sandbox'
import {
  absentMachine,
  createSandboxMachine,
  machineAt,
  type SandboxMachine,
  type SandboxMachineOptions,
} from '@drawbridge/sandbox/machine'
import type { Place, PlaceFor } from '../workspace/place.ts'
import { isSandboxed } from './sandbox-plan.ts'
import type { Sandboxing } from './sandboxing.ts'

export interface SandboxedPlacesOptions {
  readonly sandboxing: Sandboxing
  readonly boundaries: BoundaryOptions
  readonly probe: LinkProbe | undefined
  readonly backups: BackupOptions | undefined
  /** The place without a sandbox. */
  readonly host: Place
  /** Makes a place of a machine in a sandbox: who judges its paths, and what is virtual there. */
  readonly complete: (machine: SandboxMachine) => Place
}

type SandboxedPlace = NonNullable<ReturnType<PlaceFor>>

/** More callers at a time than this get a new place each time, which costs a look at their folders. */
const maxPlaces = 256

/** Where each caller's runs work, as it is planned for its agent and role. */
export function createSandboxedPlaces(options: SandboxedPlacesOptions): PlaceFor {
  const { sandboxing, host } = options
  const { backend } = sandboxing
  const places = new Map<string, SandboxedPlace>()

  return (principal, { readsOnly }) => {
    const plan = sandboxing.planFor(principal.agent)
    if (!isSandboxed(plan, principal.role)) return undefined
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

    function sandboxed(): SandboxedPlace {
      const { key, temporary } = sandboxing.placeFor(principal, host.machine.workspace)
      const name = JSON.stringify([key, readsOnly, principal.agent])
      const known = places.get(name)
      if (known !== undefined) return known
      const machine = createSandboxMachine(
        { ...machineOptions(), settings: plan.settings, key, temporary, readsOnly },
        options.probe,
      )
      const place = { ...options.complete(machine), setup: setupOf(backend.kind) }
      if (places.size >= maxPlaces) places.clear()
      places.set(name, place)
      return place
    }

    function machineOptions(): Omit<SandboxMachineOptions, 'settings' | 'key'> {
      const { network } = plan.settings
      const proxy = typeof network === 'object' ? () => sandboxing.proxyFor(network.allow) : undefined
      return { ...options.boundaries, backend, backups: options.backups, proxy }
    }
  }
}

function setupOf(ranIn: string): SandboxedPlace['setup'] {
  return { sandbox: ranIn }
}

function withoutWall(reason: string) {
  return { kind: 'host', notice: `Ran on this machine without a sandbox, as its operator allows: ${reason}` } as const
}

function unavailable(reason: string): string {
  return `This run works in a sandbox that there is not. ${reason} Its operator can mend that, choose another backend, or allow calls without one ("sandbox": { "fallback": "host" }).`
}
