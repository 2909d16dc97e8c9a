import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { type EventCatalogue, withEventFamilies } from '@drawbridge/core/event'
import type { Room } from '@drawbridge/room'
import type { RoomSchema } from '@drawbridge/store/database'
import type { ConfigProblem } from '../config/config-problem.ts'
import { type ConfigSource, configFileName } from '../config/config-source.ts'
import { readConfigText } from '../config/read-config-text.ts'
import { builtInRooms } from '../rooms.ts'

/** The places where rooms are named and found. */
export interface RoomSources {
  readonly home: string
  /** The operator's file, or the configuration itself. Default: `drawbridge.jsonc` in the home. `false`: none. */
  readonly config?: ConfigSource | undefined
  /** Rooms that a program brings along. */
  readonly own?: readonly Room[] | undefined
  /** A further folder whose `node_modules` counts, for a home that is made just now. */
  readonly alsoIn?: string | undefined
}

/** The rooms that there are, and those that could not be loaded. */
export interface FoundRooms {
  readonly rooms: readonly Room[]
  /** The reasons that rooms named in the operator's file are missing. */
  readonly problems: readonly ConfigProblem[]
}

/**
 * The rooms that there are: those of Drawbridge, those of the operator's file, those of the program. Without a key `rooms` in that
 * file nothing more is loaded. A project's file is never read for it: a room is code.
 * @throws DrawbridgeError `invalid_option` for what is wrong with the program's own rooms.
 */
export async function findRooms({ home, config, own = [], alsoIn }: RoomSources): Promise<FoundRooms> {
  const { names, problemAt } = await namesIn(home, config)
  const rooms = [...builtInRooms]
  for (const room of own) {
    const { objectionToRoom } = await import('./check-room.ts')
    const objection = objectionToRoom(room) ?? takenBy(room, rooms)
    if (objection !== undefined) throw new DrawbridgeError('invalid_option', `One of the \`rooms\` ${objection}`)
    rooms.push(room)
  }
  const problems: ConfigProblem[] = []
  for (const [index, name] of names.entries()) {
    const { loadRoomPackage } = await import('./load-room-package.ts')
    const loaded = await loadRoomPackage(name, alsoIn === undefined ? [home] : [home, alsoIn])
    const taken = loaded.status === 'loaded' ? takenBy(loaded.room, rooms) : undefined
    if (loaded.status === 'refused') problems.push(problemAt(index, loaded.why))
    else if (taken !== undefined) problems.push(problemAt(index, `The room of "${name}" ${taken}`))
    else rooms.push(loaded.room)
  }
  return { rooms, problems }
}

/**
 * Like `findRooms`, for callers that need every room.
 * @throws DrawbridgeError `invalid_configuration` as well.
 */
export async function needRooms(sources: RoomSources): Promise<readonly Room[]> {
  const { rooms, problems } = await findRooms(sources)
  if (problems.length === 0) return rooms
  const { invalidConfiguration } = await import('../config/config-problem.ts')
  throw invalidConfiguration(problems)
}

/** Resolves to true if an operator's file names rooms. Loads none of them. */
export async function namesRooms(file: string): Promise<boolean> {
  return (await namesIn('', file)).names.length > 0
}

/** Returns the parts of the schema that belong to rooms. */
export function schemasOf(rooms: readonly Room[]): readonly RoomSchema[] {
  return rooms.map(({ name, migrations = [], sealed = [] }) => ({ room: name, migrations, sealed }))
}

/** Returns the known event types, including those of rooms. */
export function eventsOf(rooms: readonly Room[]): EventCatalogue {
  return withEventFamilies(rooms.flatMap(({ events }) => (events === undefined ? [] : [events])))
}

/** The same for a home whose record is read: the rooms that are given, or those that its operator's file names. */
export async function eventsOfHome({
  home,
  config,
  rooms,
}: Pick<RoomSources, 'home' | 'config'> & {
  readonly rooms?: (() => Promise<readonly Room[]>) | undefined
}): Promise<EventCatalogue> {
  return eventsOf(rooms === undefined ? (await findRooms({ home, config })).rooms : await rooms())
}

function takenBy({ name, tools = [] }: Room, others: readonly Room[]): string | undefined {
  if (others.some((other) => other.name === name)) return `has the name "${name}", which another room already has.`
  const taken = new Set(others.flatMap((other) => (other.tools ?? []).map((tool) => tool.name)))
  const tool = tools.find((row) => taken.has(row.name))
  return tool === undefined ? undefined : `has the tool "${tool.name}", which another room already has.`
}

interface NamedRooms {
  readonly names: readonly string[]
  problemAt(index: number, message: string): ConfigProblem
}

async function namesIn(home: string, config: RoomSources['config']): Promise<NamedRooms> {
  if (config === false) return noNames
  if (typeof config === 'object') return { ...noNames, names: config.rooms ?? [] }
  const file = config ?? join(home, configFileName)
  const text = readConfigText(file)
  // Other errors in the file are reported when it is read completely.
  if (text.status !== 'read' || !text.text.includes('"rooms"')) return noNames
  const [{ readConfigDocument }, { findNodeAtLocation, getNodeValue }] = await Promise.all([
    import('../config/config-document.ts'),
    import('jsonc-parser'),
  ])
  const document = readConfigDocument(file, text.text)
  const node = document.root && findNodeAtLocation(document.root, ['rooms'])
  const value: unknown = node && getNodeValue(node)
  const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string' && name !== '') : []
  return {
    names,
    problemAt: (index, message) => document.problemAt(document.offsetOf(['rooms', index]), message),
  }
}

const noNames: NamedRooms = {
  names: [],
  problemAt: (index, message) => ({
    file: 'options.config',
    line: 1,
    column: 1,
    message: `rooms.${index}: ${message}`,
  }),
}
