import { isDeepStrictEqual } from 'node:util'
import type { House } from '@drawbridge/room'
import type { MemoryPlace } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { readDocumentId } from './document-id.ts'
import { type ForgottenContent, forgetDocument, forgetSource } from './forget-document.ts'
import { readDocument } from './memory-documents.ts'
import { notesPath } from './remembered-notes.ts'

/** The content that is gone from the memory and from the knowledge. */
export interface ForgottenAll extends Pick<ForgottenContent, 'paths' | 'notes'> {
  /** The number of statements that were withdrawn from the knowledge. */
  readonly withdrawn: number
}

/** One of these. */
interface Asked {
  readonly path?: string | undefined
  /** As `idOfDocument` returns it. */
  readonly id?: string | undefined
  readonly source?: string | undefined
}

/**
 * Forgets a document or all that came from a source, and withdraws the facts that only it said: those of the source, or of the
 * conversations whose notes were in the document.
 */
export async function forgetAll(
  house: Pick<House, 'service' | 'clock'>,
  database: Database,
  places: readonly MemoryPlace[],
  asked: Asked,
): Promise<ForgottenAll> {
  const { paths, notes, sources } = await forget(database, places, asked, house.clock)
  const knowledge = await house.service('knowledge')
  let withdrawn = 0
  for (const each of sources) withdrawn += (await knowledge?.withdraw(each.place, each.source)) ?? 0
  return { paths, notes, withdrawn }
}

async function forget(
  database: Database,
  places: readonly MemoryPlace[],
  { path, id, source }: Asked,
  clock: { now(): number },
): Promise<ForgottenContent> {
  if (source !== undefined) return forgetSource(database, places, source, clock)
  if (path !== undefined) return forgetDocument(database, places, path, clock)
  const named = readDocumentId(id ?? '')
  // An id of a place that the caller does not see names nothing.
  const place = places.find((each) => named !== undefined && isDeepStrictEqual(each, named.place))
  if (named === undefined || place === undefined || (await readDocument(database, [place], named.path)) === undefined)
    return { paths: [], notes: 0, sources: [] }
  return forgetDocument(database, [place, ...places.filter((each) => each !== place)], named.path, clock)
}

/** Names each thing that is gone. */
export function listForgotten({ paths, notes, withdrawn }: ForgottenAll): readonly string[] {
  return [
    ...paths,
    ...(notes === 0 ? [] : [`${notes} ${notes === 1 ? 'note' : 'notes'} of ${notesPath}`]),
    ...(withdrawn === 0 ? [] : [`${withdrawn} ${withdrawn === 1 ? 'statement' : 'statements'} of the knowledge`]),
  ]
}
