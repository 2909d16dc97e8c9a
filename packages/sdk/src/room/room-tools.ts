import type { Registry } from '@drawbridge/core'
import type { House, Room } from '@drawbridge/room'
import { builtInRooms } from '../rooms.ts'

/** Registers the tools of rooms. Their bodies are loaded at their first call, with what `sectionFor` says then. */
export function registerRoomTools(
  registry: Registry,
  rooms: readonly Room[],
  house: House,
  sectionFor: (room: Room) => Promise<unknown>,
): void {
  register(registry, rooms, async (tool, room) => tool.load(house, await sectionFor(room)))
}

/** Registers them for callers that only read names, groups and tags. None of them can be called. */
export function listRoomTools(registry: Registry, rooms: readonly Room[]): void {
  register(registry, rooms, async ({ name }) => {
    throw new TypeError(`The tool "${name}" is only listed here.`)
  })
}

type RoomTool = NonNullable<Room['tools']>[number]

function register(
  registry: Registry,
  rooms: readonly Room[],
  load: (tool: RoomTool, room: Room) => ReturnType<RoomTool['load']>,
): void {
  for (const room of rooms) {
    const native = builtInRooms.includes(room)
    for (const tool of room.tools ?? [])
      registry.registerDeferred({ ...tool, load: () => load(tool, room) }, { native })
  }
}
