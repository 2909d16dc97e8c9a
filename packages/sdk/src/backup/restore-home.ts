import { resolve } from 'node:path'
import type { Restoration } from '@drawbridge/store/backup'
import { chooseDatabase } from '../database/choose-database.ts'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { readStoreSection } from '../database/read-store-section.ts'

export interface HomeRestoreOptions extends HomeDatabaseSources {
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
  const { home, environment = process.env, config, folder, force = false, signal } = options
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
      return choice.kind === 'files' ? undefined : choice.options
    },
  })
}

async function oldDatabaseOf(options: HomeRestoreOptions): Promise<string | undefined> {
  // What is to be replaced may well be faulty.
  const choice = await createHomeDatabase(options)
    .choice()
    .catch(() => undefined)
  return choice?.kind === 'database' && choice.options.kind === 'sqlite' ? choice.options.file : undefined
}
