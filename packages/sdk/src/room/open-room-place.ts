import { createCleanup, systemClock } from '@drawbridge/core/base'
import type { House, HouseGround, Room } from '@drawbridge/room'
import { sharedSections } from '../config/combine-layers.ts'
import { openConfiguration } from '../config/open-configuration.ts'
import { createStoredLayer } from '../config/stored-rows.ts'
import { createHomeDatabase } from '../database/home-database.ts'
import { createHomeSecrets } from '../secrets/home-secrets.ts'
import { createGround } from './create-ground.ts'

/** The options of `openRoomPlace`. */
export interface RoomPlaceSources {
  /** All that there are, the room itself among them. */
  readonly rooms: readonly Room[]
  /** From `resolveHome`. */
  readonly home: string
  /** From `resolveWorkspace`. */
  readonly workspace: string
  readonly config?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The environment of rooms' commands and checks. Disposing it closes everything that they opened. */
export interface RoomPlace extends AsyncDisposable {
  readonly ground: HouseGround
  /** Returns the configured section of a room, merged over its defaults. */
  sectionOf(room: Room): Promise<unknown>
  /** The whole house, opened at the first use. */
  openHouse(): Promise<House>
}

/** Opens nothing yet: database, configuration and house come with their first use. */
export function openRoomPlace({ rooms, home, workspace, config, environment }: RoomPlaceSources): RoomPlace {
  const cleanup = createCleanup()
  const database = cleanup.use(createHomeDatabase({ home, environment, config, rooms: async () => rooms }))
  const clock = systemClock
  let configuration: ReturnType<typeof openConfiguration> | undefined
  let house: Promise<House> | undefined
  return {
    ground: createGround({ home, environment, clock, database }),
    sectionOf: async (room) => {
      if (room.loadSection === undefined && !sharedSections.includes(room.name)) return undefined
      configuration ??= readConfiguration()
      return (await configuration)?.rooms.get(room.name) ?? room.builtIn
    },
    openHouse: () => {
      house ??= openHouse()
      return house
    },
    [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
  }

  async function readConfiguration() {
    const { rows } = await createStoredLayer(database).read()
    return openConfiguration({ home, workspace, config, environment, rooms, rows, secrets: readSecrets })
  }

  async function readSecrets(): Promise<ReadonlyMap<string, string>> {
    await using secrets = createHomeSecrets(database, { home, environment, clock })
    return await secrets.read()
  }

  async function openHouse(): Promise<House> {
    const { createDrawbridge } = await import('../create-drawbridge.ts')
    return cleanup.use(
      await createDrawbridge({ home, workspace, ...(config === undefined ? {} : { configFile: config }) }),
    ).house
  }
}
