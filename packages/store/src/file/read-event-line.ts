import type { DrawbridgeEvent } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { type AnyEvent, coreEvents, type EventCatalogue } from '@drawbridge/core/event'

/**
 * Returns the event on a line of a session's file; undefined if the line is not one. An event of an unknown type is
 * returned too, because a newer program may have written it. An event of a known type must have every field that lists,
 * trees and replay read, since any program may have written the file.
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

/** The largest time that a Date can represent. */
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
