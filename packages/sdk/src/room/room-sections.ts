import type { Room, RoomSection } from '@drawbridge/room'

/** The section of a room, loaded. */
export interface LoadedSection extends RoomSection {
  /** The name of the room and of its section. */
  readonly room: string
  /** The values of the room where nothing is set. */
  readonly builtIn: object
}

/** For files that hold no section of a room. */
export const noSections: readonly LoadedSection[] = []

/** Loads the sections of these rooms, so that files can be checked against them. */
export async function loadSections(rooms: readonly Room[]): Promise<readonly LoadedSection[]> {
  const loaded = await Promise.all(rooms.map(async (room) => loadSection(room)))
  return loaded.every((section) => section === undefined) ? noSections : loaded.flatMap((section) => section ?? [])
}

export async function loadSection(room: Room): Promise<LoadedSection | undefined> {
  const section = await room.loadSection?.()
  return section === undefined ? undefined : { ...section, room: room.name, builtIn: room.builtIn ?? {} }
}

/** Returns a room's section in a configuration. */
export function sectionIn(config: object, room: string): unknown {
  return Object.hasOwn(config, room) ? (config as Readonly<Record<string, unknown>>)[room] : undefined
}

/** Returns true if a dotted pattern, in which `*` means any name, matches a path. */
export function isMeantBy(pattern: string, path: readonly (string | number)[]): boolean {
  const steps = pattern.split('.')
  return steps.length === path.length && steps.every((step, index) => step === '*' || step === String(path[index]))
}

/** The sections of rooms at one time. */
export interface SectionsOfRooms {
  /** Returns the section of a room: that of a program, else the configured one over its defaults, else these. */
  of(room: Room): unknown
  isConfigured(room: Room): boolean
}

/** @param given Sections that a program gives, by the name of the room. They count in place of configured ones. */
export function sectionsOfRooms(
  configuration: { readonly rooms: ReadonlyMap<string, unknown> } | undefined,
  given: ReadonlyMap<string, unknown>,
): SectionsOfRooms {
  const written = ({ name }: Room) => given.get(name) ?? configuration?.rooms.get(name)
  return {
    of: (room) => written(room) ?? room.builtIn,
    isConfigured: (room) => written(room) !== undefined,
  }
}
