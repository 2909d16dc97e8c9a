import { ToolFault } from '@drawbridge/core'
import { createMemoryFiles } from '@drawbridge/core/virtual'
import type { MemoryPlace } from '@drawbridge/room/place'
import { createAgentStore, createMemoryDocuments } from '@drawbridge/store/agent'
import type { Database, Transaction } from '@drawbridge/store/database'
import { lockPlaces, wasForgotten } from '../document/forgotten.ts'
import { readDocument, replaceNote } from '../document/memory-documents.ts'
import { noteOf, notesPath, withNotes } from '../document/remembered-notes.ts'
import { plainNote } from './choose-notes.ts'

/** The number of times that a write is tried again after another process was faster. */
const mostTries = 10

interface NewNotes {
  readonly notes: readonly string[]
  readonly source: string
}

/**
 * Adds notes that are not there yet to the document of a place, unless the document or the source was forgotten since they were said.
 * Nothing can be forgotten between this question and the write. Resolves to how many were added.
 */
export async function addNotes(
  database: Database,
  place: MemoryPlace,
  notes: NewNotes,
  clock: { now(): number },
): Promise<number> {
  const isKept = place.project === '' && (await createAgentStore(database).find(place.agent)) !== undefined
  for (let tries = 1; tries <= mostTries; tries += 1) {
    try {
      const added = await database.transaction(async (transaction) => {
        await lockPlaces(transaction, [place])
        if (await wasForgotten(transaction, place, { path: notesPath, source: notes.source, timeMs: clock.now() }))
          return 0
        return isKept ? addToFile(transaction, place, notes, clock) : addToNote(transaction, place, notes, clock)
      })
      if (added !== undefined) return added
    } catch (error) {
      if (!ToolFault.isInstance(error) || error.failure.code !== 'stale_file') throw error
    }
  }
  throw new Error(`"${notesPath}" was changed by other processes all the time.`)
}

/** Resolves to undefined if the document was changed meanwhile. */
async function addToNote(
  transaction: Transaction,
  place: MemoryPlace,
  notes: NewNotes,
  clock: { now(): number },
): Promise<number | undefined> {
  const before = (await readDocument(transaction, [place], notesPath))?.text
  const { added, text } = textWith(before, notes, clock)
  if (added === 0) return 0
  return (await replaceNote(transaction, { place, path: notesPath, text, before }, clock.now())) ? added : undefined
}

/** Ends with `stale_file` if the document was changed meanwhile. */
async function addToFile(
  transaction: Transaction,
  { agent, user }: MemoryPlace,
  notes: NewNotes,
  clock: { now(): number },
): Promise<number> {
  const files = createMemoryFiles({ agent, user, store: createMemoryDocuments(transaction), clock })
  const file = await files.read(notesPath)
  const { added, text } = textWith(file?.text, notes, clock)
  // The whole file has one label: a stranger's file stays one.
  if (added > 0) await files.write(notesPath, text, file?.version, file?.trust ?? 'trusted')
  return added
}

function textWith(before: string | undefined, { notes, source }: NewNotes, clock: { now(): number }) {
  const known = new Set((before ?? '').split('\n').map((line) => plainNote(noteOf(line))))
  const added = notes.filter((note) => !known.has(plainNote(note)))
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  return { added: added.length, text: withNotes(before, added, { day, source }) }
}
