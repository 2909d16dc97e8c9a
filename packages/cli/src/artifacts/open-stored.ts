import { openArtifacts } from '@drawbridge/sdk'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import type { Io } from '../io/io.ts'

/** The options of every command about artifacts. */
export interface ArtifactFlags {
  readonly workspace?: string
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}

/** The artifacts that the flags mean. */
export function openStored({ workspace, home, config }: ArtifactFlags, { environment }: Pick<Io, 'environment'>) {
  return openArtifacts({
    home: resolveHome({ flag: home, env: environment }),
    workspace: resolveWorkspace(workspace),
    config,
  })
}
