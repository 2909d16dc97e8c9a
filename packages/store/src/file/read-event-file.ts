import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { DrawbridgeEvent } from '@drawbridge/core'

/** A line of a session's file that is no event: a crash can leave one half-written line at each place where a process died. */
export interface TornLine {
  readonly type: 'torn'
  /** From 1. */
  readonly line: number
}

/** The events of one file of JSON Lines in its order, with what cannot be read named in its place. */
export async function* readEventFile(path: string): AsyncGenerator<DrawbridgeEvent | TornLine> {
  const input = createReadStream(path, 'utf8')
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
