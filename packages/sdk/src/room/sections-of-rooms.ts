import type { Room } from '@drawbridge/room'
import type { Configuration } from '../config/configuration.ts'
import { sectionOrBuiltIn } from './room-sections.ts'

/** The sections of rooms at one time. */
export interface SectionsOfRooms {
  /** Resolves to the section of a room: that of a program, else the configured one over its defaults. */
  of(room: Room): Promise<unknown>
  isConfigured(room: Room): boolean
}

/** @param given Sections that a program gives, by the name of the room. They count in place of configured ones. */
export function sectionsOfRooms(
  configuration: Pick<Configuration, 'rooms'> | undefined,
  given: ReadonlyMap<string, unknown>,
): SectionsOfRooms {
  const written = ({ name }: Room) => given.get(name) ?? configuration?.rooms.get(name)
  return {
    of: (room) => sectionOrBuiltIn(room, written(room)),
    isConfigured: (room) => written(room) !== undefined,
  }
}
