import type { FileHandle } from 'node:fs/promises'
import { type DrawbridgeEvent, errorMessage } from '@drawbridge/core'
import type { EventCatalogue } from '@drawbridge/core/event'
import { openRegularFile } from './open-regular-file.ts'
import { readEventLine } from './read-event-line.ts'
import { readLinePage } from './read-line-page.ts'
import { unreadableFile } from './unreadable-file.ts'

/** A line of a session's file that is not an event. A crash can leave one partial line at each point at which a process died. */
export interface TornLine {
  readonly type: 'torn'
  /** From 1. */
  readonly line: number
}

/**
 * Yields the events of one file of JSON Lines in order, and a marker for each line that cannot be read. Yields nothing if the file
 * does not exist.
 * @param catalogue The known types of events. Default: those of core.
 * @throws DrawbridgeError `store_unavailable` if it cannot be read.
 */
export async function* readEventFile(
  path: string,
  catalogue?: EventCatalogue,
): AsyncGenerator<DrawbridgeEvent | TornLine> {
  try {
    await using file = await openRegularFile(path)
    yield* eventsOf(file, catalogue)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw unreadableFile(path, errorMessage(error))
  }
}

async function* eventsOf(
  file: FileHandle,
  catalogue: EventCatalogue | undefined,
): AsyncGenerator<DrawbridgeEvent | TornLine> {
  let [line, from] = [0, 0]
  for (let page = await readLinePage(file, from); page !== undefined; page = await readLinePage(file, from)) {
    from += page.bytes
    for (const text of page.lines) {
      line += 1
      if (text !== '') yield (text === undefined ? undefined : readEventLine(text, catalogue)) ?? { type: 'torn', line }
    }
  }
  // Data after the last line end is incomplete, or still being written.
  if ((await file.stat()).size > from) yield { type: 'torn', line: line + 1 }
}
