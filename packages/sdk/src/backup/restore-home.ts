import { resolve } from 'node:path'
import type { Room } from '@drawbridge/room'
import type { Restoration } from '@drawbridge/store/backup'
import { chooseDatabase } from '../database/choose-database.ts'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { readStoreSection } from '../database/read-store-section.ts'
import { needRooms, schemasOf } from '../room/find-rooms.ts'

/** The options of `restoreHome`. */
export interface HomeRestoreOptions extends Omit<HomeDatabaseSources, 'rooms'> {
  /** A program's own rooms, besides those that the restored configuration names. */
  readonly rooms?: readonly Room[] | undefined
  /** The backup's folder. */
  readonly folder: string
  /** Puts a home that holds something aside. */
  readonly force?: boolean
  readonly signal?: AbortSignal
}

/**
 * Makes a home of a backup, with the database that the home then has: that of the environment or of the restored configuration, else
 * a file. So a backup of either database moves to the other.
 * @throws DrawbridgeError `store_corrupt`, `store_incompatible` for a backup that cannot be used; `invalid_option` for a home or a
 * database that is not empty.
 */
export async function restoreHome(options: HomeRestoreOptions): Promise<Restoration> {
  const { home, environment = process.env, config, folder, force = false, signal, rooms } = options
  const { restore } = await import('@drawbridge/store/backup')
  const old = force ? await oldDatabaseOf(options) : undefined
  return restore({
    folder,
    home: resolve(home),
    force,
    signal,
    ...(old === undefined ? {} : { oldDatabase: old }),
    database: async (restored) => {
      const section = await readStoreSection({ home: restored, environment, config })
      const choice = chooseDatabase(section, { home: restored, environment })
      if (choice.kind === 'files') return undefined
      const found = await needRooms({ home: restored, alsoIn: resolve(home), config, own: rooms })
      return { ...choice.options, rooms: schemasOf(found) }
    },
  })
}

async function oldDatabaseOf({ rooms: _, ...options }: HomeRestoreOptions): Promise<string | undefined> {
  // The home to be replaced may well be faulty.
  const choice = await createHomeDatabase(options)
    .choice()
    .catch(() => undefined)
  return choice?.kind === 'database' && choice.options.kind === 'sqlite' ? choice.options.file : undefined
}
