import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DrawbridgeEvent } from '@drawbridge/core'
import type { EventCatalogue } from '@drawbridge/core/event'
import { readEventFile, type TornLine } from './read-event-file.ts'

/** The recorded events of all sessions of a folder, one session after the other. None if the folder does not exist. */
export async function* readAllEvents(
  folder: string,
  catalogue?: EventCatalogue,
): AsyncGenerator<DrawbridgeEvent | TornLine> {
  for (const name of await namesIn(folder)) {
    if (name.endsWith('.jsonl')) yield* readEventFile(join(folder, name), catalogue)
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
