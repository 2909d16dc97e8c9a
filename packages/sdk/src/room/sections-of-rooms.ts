import type { Room } from '@drawbridge/room'
import type { Configuration } from '../config/configuration.ts'

/** The sections of rooms at one time. */
export interface SectionsOfRooms {
  /** Returns the section of a room: that of a program, else the configured one over its defaults, else these. */
  of(room: Room): unknown
  isConfigured(room: Room): boolean
}

/** @param given Sections that a program gives, by the name of the room. They count in place of configured ones. */
export function sectionsOfRooms(
  configuration: Pick<Configuration, 'rooms'> | undefined,
  given: ReadonlyMap<string, unknown>,
): SectionsOfRooms {
  const written = ({ name }: Room) => given.get(name) ?? configuration?.rooms.get(name)
  return {
    of: (room) => written(room) ?? room.builtIn,
    isConfigured: (room) => written(room) !== undefined,
  }
}
