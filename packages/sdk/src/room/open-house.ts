import { env } from 'node:process'
import type { Registry } from '@drawbridge/core'
import type { Cleanup } from '@drawbridge/core/base'
import type { Scrubber, SecretRegistry } from '@drawbridge/core/scrub'
import type { HostLists } from '@drawbridge/net'
import type { House, Room } from '@drawbridge/room'
import type { Configuration } from '../config/configuration.ts'
import { hostListsOf } from '../config/host-lists.ts'
import { takesEffect } from '../config/takes-effect.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import type { OpenHome } from '../home/open-home.ts'
import { sandboxOfPrograms } from '../sandbox/sandbox-plan.ts'
import { registerSecrets } from '../scrub/open-scrubber.ts'
import { createGround } from './create-ground.ts'
import { createHouse, type HouseLife } from './create-house.ts'
import type { RoomRoute } from './load-routes.ts'
import { type JoinedRooms, openRooms } from './open-rooms.ts'
import { loadSection, sectionsOfRooms } from './room-sections.ts'
import { registerRoomTools } from './room-tools.ts'

export interface OpenHouseSources {
  readonly options: DrawbridgeOptions
  readonly home: OpenHome
  readonly secrets: SecretRegistry
  readonly scrubber: Scrubber
  /** Returns the configuration in force. */
  configuration(): Configuration | undefined
}

/** A house with its open rooms. Sessions move in later. */
export interface OpenHouse {
  readonly house: House
  readonly joined: JoinedRooms
  /** Registers the tools of some rooms. They are loaded again if the section of their room changes. */
  registerTools(registry: Registry, rooms: readonly Room[]): Promise<void>
  /** Prepares what a changed configuration means for rooms, and returns the function that puts it into force. */
  prepare(next: Configuration | undefined): Promise<() => void>
  /** Loads the operations of rooms for a gateway. */
  loadRoutes(): Promise<readonly RoomRoute[]>
  /** Starts the background work of rooms. Dispose of it before the house. */
  startWorkers(onError: (message: string) => void): Promise<AsyncDisposable>
  /** From now on the house has a policy and sessions. */
  stand(life: HouseLife): void
}

/** Builds the house and opens its rooms. */
export async function openHouse(
  { options, home: place, secrets, scrubber, configuration }: OpenHouseSources,
  cleanup: Cleanup,
): Promise<OpenHouse> {
  const { home, workspace, clock, ids, rooms, database } = place
  const { web } = options.tools ?? {}
  const given: ReadonlyMap<string, unknown> = new Map(web === undefined ? [] : [['web', web]])
  const sectionsNow = () => sectionsOfRooms(configuration(), given)
  const owner = cleanup.use(
    createHouse({
      ground: createGround({ home, environment: env, clock, database, secrets }),
      workspace,
      agent: options.agent,
      ids,
      scrubber,
      rooms,
      sectionFor: (room) => sectionsNow().of(room),
      hide: (secret) => void secrets.register(secret, { scope: 'process', rule: 'credential' }),
      hostsFor: (purpose, own) => followHosts(configuration, purpose, own),
      sandboxOfPrograms: () => sandboxOfPrograms({ ...optionOf(options), layers: configuration()?.layers }),
    }),
  )
  const { house, stand } = owner
  const joined = await openRooms(rooms, { house, sections: sectionsNow() }, cleanup)
  const prepareTools: ((room: Room, section: unknown) => Promise<() => void>)[] = []
  return {
    house,
    joined,
    stand,
    registerTools: async (registry, offered) => {
      prepareTools.push(await registerRoomTools(registry, offered, house, (room) => sectionsNow().of(room)))
    },
    loadRoutes: async () =>
      (await import('./load-routes.ts')).loadRoutes(rooms, { house, sectionFor: (room) => sectionsNow().of(room) }),
    startWorkers: async (onError) =>
      (await import('./start-workers.ts')).startWorkers(rooms, {
        house,
        sectionFor: (room) => sectionsNow().of(room),
        onError,
      }),
    prepare: async (next) => {
      // A value that was taken off the list stays hidden until the next start.
      registerSecrets(secrets, next?.scrub.values ?? [])
      const [before, after] = [sectionsNow(), sectionsOfRooms(next, given)]
      const commits: (() => void)[] = []
      const changed: Room[] = []
      for (const room of rooms) {
        const section = after.of(room)
        if (JSON.stringify(before.of(room)) === JSON.stringify(section)) continue
        const moment = (await loadSection(room))?.takesEffect ?? takesEffect([room.name])
        if (moment === 'next start') continue
        changed.push(room)
        for (const prepare of prepareTools) commits.push(await prepare(room, section))
      }
      commits.push(await joined.prepare(changed, after))
      return () => {
        for (const commit of commits) commit()
      }
    },
  }
}

function optionOf({ sandbox: { section, enabled = true } = {} }: DrawbridgeOptions) {
  return { option: enabled ? section : false } as const
}

/** The host lists of one client, which follow the configuration. The same object as long as nothing has changed. */
function followHosts(
  configuration: () => Configuration | undefined,
  purpose: string,
  own: HostLists | undefined,
): () => HostLists | undefined {
  const listsOf = (current: Configuration | undefined) =>
    current === undefined ? own : hostListsOf(current, purpose, own)
  let seen = configuration()
  let lists = listsOf(seen)
  return () => {
    const current = configuration()
    if (current !== seen) [seen, lists] = [current, listsOf(current)]
    return lists
  }
}
