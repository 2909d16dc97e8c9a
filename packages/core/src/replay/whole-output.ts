import type { ArtifactStore } from '../artifact/artifact-store.ts'
import type { EndEvent } from './history.ts'

/** The whole output behind a cut result, where it is still there and all of it was kept. */
export async function readWhole(
  end: EndEvent | undefined,
  session: string,
  artifacts: Pick<ArtifactStore, 'find' | 'read'> | undefined,
): Promise<string | undefined> {
  const id = end?.result.meta.artifact
  if (id === undefined || artifacts === undefined) return undefined
  try {
    const artifact = await artifacts.find(id, session)
    if (artifact?.complete !== true) return undefined
    const bytes = await artifacts.read(id, session, { offset: 0, length: artifact.bytes })
    return bytes.length === artifact.bytes ? new TextDecoder().decode(bytes) : undefined
  } catch {
    return undefined
  }
}

/** A store that keeps nothing, under the name that the record has for it. */
export function recordingArtifacts(end: EndEvent | undefined): ArtifactStore {
  return {
    create: async (origin) => {
      const id = end?.result.meta.artifact
      if (id === undefined) throw new Error('the record has no artifact for this call')
      let bytes = 0
      return {
        write: async (chunk) => {
          bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length
        },
        finish: async () => ({ ...origin, id, bytes, hash: '', createdAt: 0, complete: true }),
        discard: async () => undefined,
      }
    },
    find: async () => undefined,
    read: async () => new Uint8Array(),
  }
}
