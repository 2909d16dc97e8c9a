import { join } from 'node:path'
import type { DrawbridgeEvent } from '@drawbridge/core'
import type { EventCatalogue } from '@drawbridge/core/event'
import { readEventFile, type TornLine } from './read-event-file.ts'
import { sessionFileName } from './session-file-name.ts'

/** The recorded events of a session in the order of the file, with what cannot be read named in its place. */
export function readSessionEvents(
  folder: string,
  session: string,
  catalogue?: EventCatalogue,
): AsyncGenerator<DrawbridgeEvent | TornLine> {
  return readEventFile(join(folder, sessionFileName(session)), catalogue)
}
