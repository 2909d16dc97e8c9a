import type { House } from '@drawbridge/room'
import type { MemoryPlace } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { type ForgottenContent, forgetDocument, forgetSource } from './forget-document.ts'
import { notesPath } from './remembered-notes.ts'

/** The content that is gone from the memory and from the knowledge. */
export interface ForgottenAll extends Pick<ForgottenContent, 'paths' | 'notes'> {
  /** The number of statements that were withdrawn from the knowledge. */
  readonly withdrawn: number
}

/**
 * Forgets a document or all that came from a source, and withdraws the facts that only it said: those of the source, or of the
 * conversations whose notes were in the document.
 */
export async function forgetAll(
  house: Pick<House, 'service' | 'clock'>,
  database: Database,
  places: readonly MemoryPlace[],
  { path, source }: { readonly path?: string | undefined; readonly source?: string | undefined },
): Promise<ForgottenAll> {
  const { paths, notes, sources } =
    source !== undefined
      ? await forgetSource(database, places, source, house.clock)
      : await forgetDocument(database, places, path ?? '', house.clock)
  const knowledge = await house.service('knowledge')
  let withdrawn = 0
  for (const each of sources) withdrawn += (await knowledge?.withdraw(each.place, each.source)) ?? 0
  return { paths, notes, withdrawn }
}

/** Names each thing that is gone. */
export function listForgotten({ paths, notes, withdrawn }: ForgottenAll): readonly string[] {
  return [
    ...paths,
    ...(notes === 0 ? [] : [`${notes} ${notes === 1 ? 'note' : 'notes'} of ${notesPath}`]),
    ...(withdrawn === 0 ? [] : [`${withdrawn} ${withdrawn === 1 ? 'statement' : 'statements'} of the knowledge`]),
  ]
}
