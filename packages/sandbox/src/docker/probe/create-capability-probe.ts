import { randomUUID } from 'node:crypto'
import { errorMessage } from '@drawbridge/core'
import type { CapabilityReport, CapabilityState } from '../../backend/sandbox-backend.ts'
import type { ContainerSettings } from '../container/container-settings.ts'
import type { ContainerKeeper } from '../container/create-container-keeper.ts'
import { readEngine } from '../container/engine-facts.ts'
import type { RunningContainer } from '../container/running-container.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { runHelper } from '../exec/run-helper.ts'
import { openWayOut } from '../way-out/open-way-out.ts'
import { noneHeld, probeScript, readProbe } from './read-probe.ts'

export interface CapabilityProbeOptions {
  readonly client: EngineClient
  readonly keeper: ContainerKeeper
  readonly settings: Pick<ContainerSettings, 'memoryBytes' | 'processes'>
  /** Any folder: none of it is shown to the container. */
  readonly folder: string
  /** The search path for programs of this machine. */
  readonly searchPath: string
}

/** Looks once from the inside of a container that sees nothing. What failed is tried again the next time. */
export function createCapabilityProbe({ client, keeper, settings, folder, searchPath }: CapabilityProbeOptions) {
  let report: Promise<CapabilityReport> | undefined

  const look = async (): Promise<CapabilityReport> => {
    const engine = await readEngine(client)
    if (engine.os !== 'linux') return noneHeld(`${engine.name} runs containers of ${engine.os}, not of Linux.`)
    const container = await keeper.acquire({
      // Another process that looks at the same time ends its own.
      key: `capabilities-${randomUUID()}`,
      workspace: { host: folder, inside: '/workspace', access: 'none' },
      mounts: [],
      masked: [],
      readOnly: [],
      network: { kind: 'none' },
      limits: {},
    })
    try {
      const report = readProbe(await runHelper(client, container, probeScript), { ...settings, engine })
      return { ...report, 'net-hosts': report.net.held ? await tryWayOut(container) : report.net }
    } finally {
      await keeper.discard(container, 'its probe is over')
    }
  }

  const tryWayOut = async (container: RunningContainer): Promise<CapabilityState> => {
    try {
      await using _way = await openWayOut(container, { adopt: closing }, { client, searchPath, writable: [] })
      return { held: true, how: `only Drawbridge's proxy is let into the network of a container` }
    } catch (error) {
      return { held: false, reason: errorMessage(error) }
    }
  }

  return (): Promise<CapabilityReport> => {
    report ??= look().catch((error: unknown) => {
      report = undefined
      return noneHeld(errorMessage(error))
    })
    return report
  }
}

/** Serves no one: clients wait until it closes. */
function closing(handle: unknown): AsyncDisposable {
  const server = handle as { close(done: () => void): void }
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) }
}
