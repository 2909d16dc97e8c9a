import { type DrawbridgeEvent, isEndEvent } from '../event/drawbridge-event.ts'
import type { Slot } from './history.ts'

/** Goes through recorded events as they happen again. */
export interface Cursor {
  /** The next that has not happened again. */
  readonly upcoming: Slot | undefined
  /** True if something happened that the record does not have. */
  readonly hasDiverged: boolean
  /** The next of these types. */
  find(...types: readonly DrawbridgeEvent['type'][]): Slot | undefined
  /** Takes the recorded event that has happened again; undefined if no recorded event matches it. */
  claim(type: DrawbridgeEvent['type']): Slot | undefined
}

export function createCursor(slots: readonly Slot[]): Cursor {
  let at = 0
  let hasDiverged = false
  const find = (types: readonly DrawbridgeEvent['type'][]) =>
    slots.slice(at).find(({ event }) => types.includes(event.type))
  return {
    get upcoming() {
      return slots[at]
    },
    get hasDiverged() {
      return hasDiverged
    },
    find: (...types) => find(types),
    claim: (type) => {
      const next = slots[at]
      if (next?.event.type !== type) hasDiverged = true
      const found = find([type]) ?? (isEnd(type) ? next : undefined)
      if (found !== undefined) at = slots.indexOf(found) + 1
      // After the end nothing of the call can happen.
      if (isEnd(type)) at = slots.length
      return found
    },
  }
}

/** Over the events of a run, which come from several places and so in any order. */
export function createRunCursor(slots: readonly Slot[]): Cursor {
  const open = [...slots]
  return {
    get upcoming() {
      return open[0]
    },
    hasDiverged: false,
    find: (...types) => open.find(({ event }) => types.includes(event.type)),
    claim: (type) => {
      const index = open.findIndex(({ event }) => event.type === type)
      return index < 0 ? undefined : open.splice(index, 1)[0]
    },
  }
}

/** The types of the end of a call. */
export const endTypes = ['tool.completed', 'tool.failed', 'tool.denied', 'tool.cancelled'] as const

function isEnd(type: DrawbridgeEvent['type']): boolean {
  return isEndEvent({ type })
}
