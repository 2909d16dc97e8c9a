import { createMemoryFiles } from '@drawbridge/core/virtual'
import type { MemoryPlace } from '@drawbridge/room/place'
import { createMemoryDocuments } from '@drawbridge/store/agent'
import type { Database, Transaction } from '@drawbridge/store/database'
import { syncIndex } from '../index/sync-index.ts'
import { lockPlaces, noteForgotten } from './forgotten.ts'
import {
  labelDocument,
  listDocuments,
  type MemoryDocument,
  readDocument,
  removeNoteAt,
  replaceNote,
} from './memory-documents.ts'
import { noteSources, notesPath, withoutSource } from './remembered-notes.ts'

/** The result of forgetting. */
export interface ForgottenContent {
  /** The paths of the documents that are gone. */
  readonly paths: readonly string[]
  /** The number of notes that were removed from the document of the memory writer, which still has others. */
  readonly notes: number
  /** The sources whose facts are to be withdrawn, with the places that know them. */
  readonly sources: readonly { readonly place: MemoryPlace; readonly source: string }[]
}

interface Clock {
  now(): number
}

const nothing: ForgottenContent = { paths: [], notes: 0, sources: [] }

/**
 * Removes the document that a path means to a caller. A shared document stays for the other users: it is hidden from this one. A shared
 * note, which only the operator changes, stays.
 */
export async function forgetDocument(
  database: Database,
  places: readonly MemoryPlace[],
  path: string,
  clock: Clock,
): Promise<ForgottenContent> {
  const user = userOf(places)
  if (user === undefined) return nothing
  const forgotten = await database.transaction(async (transaction) => {
    await lockPlaces(transaction, ownPlaces(places))
    const document = await readDocument(transaction, places, path)
    for (const place of document === undefined ? ownPlaces(places) : [document.place])
      await noteForgotten(transaction, { ...place, user }, { kind: 'path', name: path }, clock.now())
    if (document === undefined || !(await removeDocument(transaction, document, user, clock))) return nothing
    const place = { ...document.place, user }
    const known = path === notesPath ? [...noteSources(document.text)].map((source) => ({ place, source })) : []
    return { paths: [path], notes: 0, sources: known }
  })
  if (forgotten.paths.length > 0) await dropForgotten(database, places)
  return forgotten
}

/** Removes all that a caller remembers from a source: documents, and notes of the memory writer. */
export async function forgetSource(
  database: Database,
  places: readonly MemoryPlace[],
  source: string,
  clock: Clock,
): Promise<ForgottenContent> {
  const own = ownPlaces(places)
  const ofWriter = await database.transaction(async (transaction) => {
    await lockPlaces(transaction, own)
    let [paths, notes]: [readonly string[], number] = [[], 0]
    for (const place of own) {
      await noteForgotten(transaction, place, { kind: 'source', name: source }, clock.now())
      const document = await readDocument(transaction, [place], notesPath)
      const { text, removed } = withoutSource(document?.text ?? '', source)
      if (document === undefined || removed === 0) continue
      if (text === undefined) {
        if (await removeDocument(transaction, document, place.user, clock)) paths = [...paths, notesPath]
        continue
      }
      await rewriteDocument(transaction, document, text, clock)
      notes += removed
    }
    return { paths, notes }
  })
  const listed = (await Promise.all(places.map((place) => listDocuments(database, place)))).flat()
  const labelled = new Set(listed.filter((document) => document.source === source).map(({ path }) => path))
  const gone: string[] = [...ofWriter.paths]
  for (const path of labelled) gone.push(...(await forgetDocument(database, places, path, clock)).paths)
  if (gone.length > 0 || ofWriter.notes > 0) await dropForgotten(database, places)
  return { paths: gone, notes: ofWriter.notes, sources: own.map((place) => ({ place, source })) }
}

function ownPlaces(places: readonly MemoryPlace[]): readonly MemoryPlace[] {
  return places.filter(({ user }) => user !== '')
}

function userOf(places: readonly MemoryPlace[]): string | undefined {
  return ownPlaces(places)[0]?.user
}

async function removeDocument(
  transaction: Transaction,
  { origin, place, path }: MemoryDocument,
  user: string,
  clock: Clock,
): Promise<boolean> {
  if (origin === 'note') return place.user === user && removeNoteAt(transaction, place, path)
  const files = createMemoryFiles({ agent: place.agent, user, store: createMemoryDocuments(transaction), clock })
  const file = await files.read(path)
  if (file === undefined) return false
  await files.remove(path, file.version)
  await labelDocument(transaction, { ...place, user }, path, { trust: 'trusted', source: '' })
  return true
}

async function rewriteDocument(
  transaction: Transaction,
  { origin, place, path, text: before, trust }: MemoryDocument,
  text: string,
  clock: Clock,
): Promise<void> {
  if (origin === 'note') {
    await replaceNote(transaction, { place, path, text, before }, clock.now())
    return
  }
  const { agent, user } = place
  const files = createMemoryFiles({ agent, user, store: createMemoryDocuments(transaction), clock })
  await files.write(path, text, (await files.read(path))?.version, trust)
}

/** Drops the chunks and vectors of what is gone at once, and not only with the next search. */
async function dropForgotten(database: Database, places: readonly MemoryPlace[]): Promise<void> {
  for (const place of places) await syncIndex(database, place)
}
