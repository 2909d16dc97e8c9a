import { DrawbridgeError, type Registry } from '@drawbridge/core'
import type { DeferredTool } from '@drawbridge/core/registry'
import type { House, Room, ToolRow } from '@drawbridge/room'
import { builtInRooms } from '../rooms.ts'
import { keptSchemasOf } from '../tools/kept-schemas.ts'

/**
 * Registers the tools of rooms. Their bodies are loaded at their first call, with what `sectionFor` says then. The returned function
 * prepares the tools of a room for a changed section, and returns the function that registers them in place of the old ones.
 */
export async function registerRoomTools(
  registry: Registry,
  rooms: readonly Room[],
  house: House,
  sectionFor: (room: Room) => unknown,
): Promise<(room: Room, section: unknown) => Promise<() => void>> {
  const handles = new Map<Room, readonly Disposable[]>()
  const prepare = async (room: Room, section: unknown) => {
    const rows = await rowsOf(room, section)
    return () => {
      for (const handle of handles.get(room) ?? []) handle[Symbol.dispose]()
      handles.set(
        room,
        rows.map((tool) =>
          register(registry, room, {
            ...tool,
            load: async () => tool.load(house, sectionFor(room)),
            ...(builtInRooms.includes(room) && { keptSchemas: () => keptSchemasOf(tool.name) }),
          }),
        ),
      )
    }
  }
  for (const room of rooms) (await prepare(room, sectionFor(room)))()
  return async (room, section) => (rooms.includes(room) ? prepare(room, section) : () => undefined)
}

/**
 * Registers them for callers that only read names, groups and tags, or explain calls. None of them can be called: whatever reaches
 * for the house throws.
 */
export async function listRoomTools(registry: Registry, rooms: readonly Room[]): Promise<void> {
  for (const room of rooms) {
    for (const tool of await rowsOf(room, undefined))
      register(registry, room, { ...tool, load: async () => tool.load(noHouse, undefined) })
  }
}

const noHouse = new Proxy({} as House, {
  get: (_, part) => {
    throw new TypeError(`The tool is only listed here: there is no "${String(part)}".`)
  },
})

async function rowsOf(room: Room, section: unknown): Promise<readonly ToolRow[]> {
  const rows = [...(room.tools ?? []), ...((await room.loadTools?.(section)) ?? [])]
  const odd = builtInRooms.includes(room) ? undefined : rows.find(({ name }) => !name.startsWith(`${room.name}.`))
  if (odd === undefined) return rows
  throw new DrawbridgeError(
    'invalid_option',
    `The room "${room.name}" has the tool "${odd.name}". The names of its tools must begin with "${room.name}.".`,
  )
}

function register(registry: Registry, room: Room, tool: DeferredTool): Disposable {
  return registry.registerDeferred(tool, { native: builtInRooms.includes(room) })
}
