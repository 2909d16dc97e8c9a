import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { DrawbridgeEvent } from '@drawbridge/core'
import { sessionFileName } from './session-file-name.ts'

/** A line of a session's file that is no event: a crash can leave one half-written line at each place where a process died. */
export interface TornLine {
  readonly type: 'torn'
  /** From 1. */
  readonly line: number
}

/** The recorded events of a session in the order of the file, with what cannot be read named in its place. */
export async function* readSessionEvents(folder: string, session: string): AsyncGenerator<DrawbridgeEvent | TornLine> {
  const input = createReadStream(join(folder, sessionFileName(session)), 'utf8')
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text !== '') yield parseLine(text, line)
  }
}

function parseLine(text: string, line: number): DrawbridgeEvent | TornLine {
  try {
    return JSON.parse(text) as DrawbridgeEvent
  } catch {
    return { type: 'torn', line }
  }
}
