import { createMemoryFiles, type DocumentOwner, documentRow } from '@drawbridge/core/virtual'
import type { MemoryPlace } from '@drawbridge/room/place'
import { createAgentStore } from '@drawbridge/store/agent'
import type { Database } from '@drawbridge/store/database'
import { type DocumentLabel, labelDocument, writeNote } from './memory-documents.ts'

/** A document to save. */
export interface NewDocument {
  readonly place: MemoryPlace
  /** `MEMORY.md`, or below `memory/`. */
  readonly path: string
  readonly text: string
  readonly label: DocumentLabel
}

/**
 * Saves a document where its owner keeps such documents: in the folder of a kept agent, else as a note. Returns its path. Replaces one
 * of the same path.
 */
export async function saveDocument(
  database: Database,
  { place, path, text, label }: NewDocument,
  clock: { now(): number },
): Promise<string> {
  const store = createAgentStore(database)
  const isKept = place.project === '' && (await store.find(place.agent)) !== undefined
  if (!isKept) {
    await writeNote(database, { place, path, text, label }, clock.now())
    return path
  }
  // The label comes first: text is never without it.
  if (label.trust === 'untrusted') await labelDocument(database, place, path, label)
  if (place.user !== '') {
    const files = createMemoryFiles({ agent: place.agent, user: place.user, store: store.memory, clock })
    await files.write(path, text, (await files.read(path))?.version, label.trust)
  } else {
    const owner: DocumentOwner = { agent: place.agent }
    const { modifiedMs } = documentRow({ path, text, modifiedMs: clock.now(), trust: label.trust })
    const expected = (await store.memory.find(owner, path))?.hash
    await store.memory.save(owner, { path, text, expected, modifiedMs, trust: label.trust })
  }
  if (label.trust === 'trusted') await labelDocument(database, place, path, label)
  return path
}
