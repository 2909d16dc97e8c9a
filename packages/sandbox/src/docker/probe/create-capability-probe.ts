import { errorMessage } from '@drawbridge/core'
import type { CapabilityReport } from '../../backend/sandbox-backend.ts'
import type { ContainerSettings } from '../container/container-settings.ts'
import type { ContainerKeeper } from '../container/create-container-keeper.ts'
import { readEngine } from '../container/engine-facts.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { runHelper } from '../exec/run-helper.ts'
import { noneHeld, probeScript, readProbe } from './read-probe.ts'

export interface CapabilityProbeOptions {
  readonly client: EngineClient
  readonly keeper: ContainerKeeper
  readonly settings: Pick<ContainerSettings, 'memoryBytes' | 'processes'>
  /** Any folder: none of it is shown to the container. */
  readonly folder: string
}

/** Looks once from the inside of a container that sees nothing. What failed is tried again the next time. */
export function createCapabilityProbe({ client, keeper, settings, folder }: CapabilityProbeOptions) {
  let report: Promise<CapabilityReport> | undefined

  const look = async (): Promise<CapabilityReport> => {
    const engine = await readEngine(client)
    if (engine.os !== 'linux') return noneHeld(`${engine.name} runs containers of ${engine.os}, not of Linux.`)
    const container = await keeper.acquire({
      key: 'capabilities',
      workspace: { host: folder, inside: '/workspace', access: 'none' },
      mounts: [],
      masked: [],
      readOnly: [],
      network: { kind: 'none' },
      limits: {},
    })
    try {
      return readProbe(await runHelper(client, container, probeScript), { ...settings, engine })
    } finally {
      await keeper.discard(container, 'its probe is over')
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
