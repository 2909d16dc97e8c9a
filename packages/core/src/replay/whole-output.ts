import type { ArtifactStore } from '../artifact/artifact-store.ts'
import { type EndEvent, isEndEvent } from '../event/drawbridge-event.ts'
import type { Slot } from './history.ts'

/** Returns the whole output behind a cut result, if it still exists and was stored completely; otherwise undefined. */
export async function readWhole(
  { event }: Slot,
  artifacts: Pick<ArtifactStore, 'find' | 'read'> | undefined,
): Promise<readonly { readonly id: string; readonly text: string }[]> {
  if (!isEndEvent(event) || event.spilled === true || event.result.meta.truncated === undefined) return []
  const id = event.result.meta.artifact
  if (id === undefined || artifacts === undefined) return []
  try {
    const artifact = await artifacts.find(id, event.session)
    if (artifact?.complete !== true) return []
    const bytes = await artifacts.read(id, event.session, { offset: 0, length: artifact.bytes })
    return bytes.length === artifact.bytes ? [{ id, text: new TextDecoder().decode(bytes) }] : []
  } catch {
    return []
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
    share: async () => undefined,
  }
}
