import { createMemoryFiles } from '@drawbridge/core/virtual'
import type { MemoryPlace } from '@drawbridge/room/place'
import { createAgentStore } from '@drawbridge/store/agent'
import type { Database } from '@drawbridge/store/database'
import { noteForgotten } from './forgotten.ts'
import { labelDocument, listDocuments, readDocument, removeNoteAt } from './memory-documents.ts'

/**
 * Removes the document that a path means to a caller. A shared document stays for the other users: it is hidden from this one. A shared
 * note, which only the operator changes, stays. Resolves to false if there is nothing to remove.
 */
export async function forgetDocument(
  database: Database,
  places: readonly MemoryPlace[],
  path: string,
  clock: { now(): number },
): Promise<boolean> {
  const document = await readDocument(database, places, path)
  const user = places.find((place) => place.user !== '')?.user
  if (user === undefined) return false
  const forgotten = document === undefined ? places.filter((place) => place.user === user) : [document.place]
  for (const place of forgotten)
    await noteForgotten(database, { ...place, user }, { kind: 'path', name: path }, clock.now())
  if (document === undefined) return false
  const { origin, place } = document
  if (origin === 'note') return place.user === user && removeNoteAt(database, place, path)
  const files = createMemoryFiles({ agent: place.agent, user, store: createAgentStore(database).memory, clock })
  const file = await files.read(path)
  if (file === undefined) return false
  await files.remove(path, file.version)
  await labelDocument(database, { ...place, user }, path, { trust: 'trusted', source: '' })
  return true
}

/** Removes all documents of a caller that came from a source. Resolves to their paths. */
export async function forgetSource(
  database: Database,
  places: readonly MemoryPlace[],
  source: string,
  clock: { now(): number },
): Promise<readonly string[]> {
  for (const place of places.filter(({ user }) => user !== ''))
    await noteForgotten(database, place, { kind: 'source', name: source }, clock.now())
  const listed = (await Promise.all(places.map((place) => listDocuments(database, place)))).flat()
  const paths = new Set(listed.filter((document) => document.source === source).map(({ path }) => path))
  const gone: string[] = []
  for (const path of paths) if (await forgetDocument(database, places, path, clock)) gone.push(path)
  return gone
}
