import { ToolFault } from '@drawbridge/core'
import { createMemoryFiles } from '@drawbridge/core/virtual'
import type { MemoryPlace } from '@drawbridge/room/place'
import { createAgentStore } from '@drawbridge/store/agent'
import type { Database } from '@drawbridge/store/database'
import { wasForgotten } from '../document/forgotten.ts'
import { readDocument, replaceNote } from '../document/memory-documents.ts'
import { plainNote } from './choose-notes.ts'

/** The document that the memory writer keeps. It writes no other one. */
export const notesPath = 'memory/remembered.md'

const heading = '# Remembered from conversations\n'
/** The number of times that a write is tried again after another process was faster. */
const mostTries = 10

/**
 * Adds notes that are not there yet to the document of a place, unless the document or the source was forgotten since they were said.
 * Resolves to how many were added.
 */
export async function addNotes(
  database: Database,
  place: MemoryPlace,
  { notes, source }: { readonly notes: readonly string[]; readonly source: string },
  clock: { now(): number },
): Promise<number> {
  const store = createAgentStore(database)
  const isKept = place.project === '' && (await store.find(place.agent)) !== undefined
  const files = isKept
    ? createMemoryFiles({ agent: place.agent, user: place.user, store: store.memory, clock })
    : undefined
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const file = await files?.read(notesPath)
    const before = files === undefined ? (await readDocument(database, [place], notesPath))?.text : file?.text
    const known = new Set((before ?? '').split('\n').map((line) => plainNote(noteOf(line))))
    const added = notes.filter((note) => !known.has(plainNote(note)))
    if (added.length === 0) return 0
    if (await wasForgotten(database, place, { path: notesPath, source, timeMs: clock.now() })) return 0
    const lines = added.map((note) => `- ${note} (${day}, ${source})`)
    const start = before ?? heading
    const text = `${start}${start.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`
    if (files === undefined) {
      if (await replaceNote(database, { place, path: notesPath, text, before }, clock.now())) return added.length
      continue
    }
    try {
      // The whole file has one label: a stranger's file stays one.
      await files.write(notesPath, text, file?.version, file?.trust ?? 'trusted')
      return added.length
    } catch (error) {
      if (!ToolFault.isInstance(error) || error.failure.code !== 'stale_file') throw error
    }
  }
  throw new Error(`"${notesPath}" was changed by other processes all the time.`)
}

/** Returns the note in a line of the document. */
function noteOf(line: string): string {
  return line.replace(/^- /, '').replace(/ \(\d{4}-\d\d-\d\d, [^()]*\)$/, '')
}
