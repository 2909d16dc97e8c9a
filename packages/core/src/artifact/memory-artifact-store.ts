import { createHash } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import type { Artifact, ArtifactStore } from './artifact-store.ts'

/** The options of an artifact store in memory. */
export interface MemoryArtifactOptions {
  readonly clock: Clock
  readonly ids: IdSource
  /** The maximum size of one artifact. Default 1 MiB. */
  readonly maxBytes?: number
}

/** Artifacts for as long as the process lives. */
export function createMemoryArtifactStore({ clock, ids, maxBytes = 1_048_576 }: MemoryArtifactOptions): ArtifactStore {
  const stored = new Map<string, { readonly artifact: Artifact; readonly content: Uint8Array }>()
  const key = (id: string, session: string) => JSON.stringify([id, session])
  const own = (id: string, session: string) => stored.get(key(id, session))
  return {
    create: async (origin) => {
      const id = ids.next('artifact')
      const pieces: Uint8Array[] = []
      let bytes = 0
      let complete = true
      return {
        write: async (chunk) => {
          const piece = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
          const kept = piece.subarray(0, maxBytes - bytes)
          complete &&= kept.length === piece.length
          bytes += kept.length
          pieces.push(kept.slice())
        },
        finish: async () => {
          const content = Buffer.concat(pieces)
          const hash = createHash('sha256').update(content).digest('hex')
          const artifact = { id, ...origin, bytes, hash, createdAt: clock.now(), complete }
          stored.set(key(id, origin.session), { artifact, content })
          return artifact
        },
        discard: async () => void pieces.splice(0),
      }
    },
    find: async (id, session) => own(id, session)?.artifact,
    read: async (id, session, { offset, length }) =>
      own(id, session)?.content.slice(offset, offset + length) ?? new Uint8Array(),
    share: async (id, from, to) => {
      const entry = own(id, from)
      if (entry === undefined) return undefined
      const artifact = { ...entry.artifact, session: to }
      stored.set(key(id, to), { ...entry, artifact })
      return artifact
    },
  }
}
