import { join } from 'node:path'
import type { SandboxBackend } from '@drawbridge/sandbox'
import type { SandboxPlan } from './sandbox-plan.ts'

export interface BackendPlaces {
  readonly home: string
  readonly userHome: string
  /** For what sandboxes keep between calls. */
  readonly folder: string
}

/** The backend that a plan names. The other one is not loaded. */
export async function createBackend(
  { settings, image, socket, idleMs }: SandboxPlan,
  { home, userHome, folder }: BackendPlaces,
): Promise<SandboxBackend> {
  if (settings.backend === 'bubblewrap') {
    const { createBubblewrapBackend } = await import('@drawbridge/sandbox/bubblewrap')
    return createBubblewrapBackend({ scratch: folder, userHome, idleMs })
  }
  const { createDockerBackend } = await import('@drawbridge/sandbox/docker')
  const stateFolder = join(folder, 'docker')
  return createDockerBackend({ home, userHome, stateFolder, image, socket, idleMs, scope: settings.scope })
}
