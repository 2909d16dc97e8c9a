import { type Configuration, openConfiguration } from '@drawbridge/sdk/config'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import type { Surroundings } from './check.ts'
import { readableRows } from './look-at-store.ts'

/** The advice if bubblewrap does not work. */
export const installBubblewrap = 'Install bubblewrap (Debian: apt install bubblewrap), and let users make namespaces.'

/** The folders of the checks of sandboxes, with the configuration in force there. */
export interface SandboxConfiguration {
  readonly home: string
  readonly workspace: string
  /** Undefined also if it is faulty, which a check of its own reports. */
  readonly configuration: Configuration | undefined
}

/** Reads the configuration for the checks of sandboxes. */
export async function sandboxConfiguration(surroundings: Surroundings): Promise<SandboxConfiguration> {
  const { flags, io } = surroundings
  const home = resolveHome({ flag: flags.home, env: io.environment })
  const workspace = resolveWorkspace(flags.workspace)
  const configuration = await openConfiguration({
    home,
    workspace,
    config: flags.config,
    environment: io.environment,
    secrets: 'unchecked',
    ...(await readableRows(surroundings)),
  }).catch(() => undefined)
  return { home, workspace, configuration }
}
