import { join } from 'node:path'
import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import { type ArtifactFiles, createArtifactFiles } from '@drawbridge/store'
import { openConfiguration } from '../config/open-configuration.ts'

export interface ArtifactSources {
  /** From `resolveHome`. */
  readonly home: string
  /** From `resolveWorkspace`. */
  readonly workspace: string
  /** The operator's configuration file. Default: `drawbridge.jsonc` in the home, if it exists. */
  readonly config?: string | undefined
}

/** The artifacts of all sessions of a home, under the limits that are configured. Throws `DrawbridgeError` for a faulty configuration. */
export async function openArtifacts(sources: ArtifactSources): Promise<ArtifactFiles> {
  const configuration = await openConfiguration({ ...sources, secrets: 'unchecked' })
  return createArtifactFiles({
    ...configuration?.artifacts,
    folder: join(sources.home, 'artifacts'),
    clock: systemClock,
    ids: createSystemIdSource(),
  })
}
