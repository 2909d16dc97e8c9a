import type { DrawbridgeEvent } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { type AnyEvent, coreEvents, type EventCatalogue } from '@drawbridge/core/event'

/**
 * The event on a line of a session's file; undefined where it is none. An event of a type that nobody here knows is one: what wrote
 * it may be newer. Of a known type everything is there that lists, trees and replay read, for a file may have been written by anything.
 */
export function readEventLine(text: string, catalogue: EventCatalogue = coreEvents): DrawbridgeEvent | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isStamped(value)) return undefined
    const isWhole = catalogue.kindOf(value.type).isWhole?.({ ...value }) ?? true
    return isWhole ? (value as DrawbridgeEvent) : undefined
  } catch {
    return undefined
  }
}

/** What a date can say. */
const latestTime = 8_640_000_000_000_000

function isStamped(value: unknown): value is AnyEvent {
  if (!isJsonObject(value)) return false
  const { type, session, run, sequence, time } = value
  return (
    [type, session, run].every((text) => typeof text === 'string') &&
    Number.isSafeInteger(sequence) &&
    Number(sequence) >= 0 &&
    Number.isSafeInteger(time) &&
    Math.abs(Number(time)) <= latestTime
  )
}
