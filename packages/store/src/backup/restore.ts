import { join } from 'node:path'
import { type Clock, systemClock } from '@drawbridge/core'
import type { DatabaseOptions } from '../database/database-options.ts'
import { assertUnused } from './assert-unused.ts'
import { homeFolder } from './backup-path.ts'
import { finishLoading, loadTables } from './load-tables.ts'
import type { Manifest } from './manifest.ts'
import { type OpenedBackup, openBackup } from './open-backup.ts'
import { prepareHome } from './place-home.ts'
import { syncFolders } from './sync-folders.ts'
import { writeNewFile } from './write-new-file.ts'

export interface RestoreOptions {
  /** The backup's folder. */
  readonly folder: string
  readonly home: string
  /** The file's name in the home, or an empty database of a server. */
  readonly database: { readonly kind: 'sqlite'; readonly name: string } | Extract<DatabaseOptions, { kind: 'postgres' }>
  /** Puts a home that holds something aside. */
  readonly force?: boolean
  readonly clock?: Clock
  readonly signal?: AbortSignal | undefined
}

export interface Restoration {
  readonly manifest: Manifest
  /** Where the old home is kept. */
  readonly keptHome: string | undefined
  /** Tables that have no place in this database: another program's, or an index of the other kind of database. */
  readonly leftOut: readonly string[]
}

/**
 * Makes a home of a backup: every file is checked before anything is changed, all is made beside the home, and put into its place
 * at the end. When it is ended before that, the home is as it was, and the same command begins anew.
 * @throws DrawbridgeError `store_corrupt`, `store_incompatible` for a backup that cannot be used; `invalid_option` for a home or a
 * database that is not empty.
 */
export async function restore(options: RestoreOptions): Promise<Restoration> {
  const { folder, home, database, force = false, clock = systemClock, signal } = options
  const backup = await openBackup(folder, signal)
  if (force && database.kind === 'sqlite') await assertUnused(join(home, database.name))
  const time = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '')
  await using place = await prepareHome({ home, force, aside: `.before-restore-${time}` })
  await copyFiles(backup, place.staging, signal)
  const target: DatabaseOptions =
    database.kind === 'sqlite' ? { kind: 'sqlite', file: join(place.staging, database.name) } : database
  const leftOut = await loadTables(target, backup, signal)
  await syncFolders(place.staging)
  const keptHome = await place.put()
  await finishLoading(target, backup)
  return { manifest: backup.manifest, keptHome, leftOut }
}

async function copyFiles(
  { manifest, read }: OpenedBackup,
  home: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const file of manifest.files) {
    if (!file.path.startsWith(`${homeFolder}/`)) continue
    signal?.throwIfAborted()
    await writeNewFile(home, file.path.slice(homeFolder.length + 1), read(file), { executable: file.executable })
  }
}
