import { existsSync } from 'node:fs'
import { DrawbridgeError } from '@drawbridge/core'
import { type Clock, systemClock } from '@drawbridge/core/base'
import type { DatabaseOptions } from '../database/database-options.ts'
import { homeFolder } from './backup-path.ts'
import { explainFileError } from './explain-file-error.ts'
import { finishLoading, loadTables } from './load-tables.ts'
import type { Manifest } from './manifest.ts'
import { type OpenedBackup, openBackup } from './open-backup.ts'
import { type HomePlace, prepareHome } from './place-home.ts'
import { syncFolders } from './sync-folders.ts'
import { writeNewFile } from './write-new-file.ts'

/** The options of `restore`. */
export interface RestoreOptions {
  /** The backup's folder. */
  readonly folder: string
  readonly home: string
  /**
   * Returns the database of a home, as its files name it: a file in that home, or an empty database of a server. Called with the
   * folder that becomes the home. Undefined for none.
   */
  database(home: string): DatabaseOptions | undefined | Promise<DatabaseOptions | undefined>
  /** Puts a home that holds something aside. */
  readonly force?: boolean
  /** The database file of the old home, which no process may have open at that point. */
  readonly oldDatabase?: string
  readonly clock?: Clock
  readonly signal?: AbortSignal | undefined
}

/** The result of a restore. */
export interface Restoration {
  readonly manifest: Manifest
  /** The folder with the old home. */
  readonly keptHome: string | undefined
  /** Tables that have no place in this database: another program's, or an index of the other kind of database. */
  readonly leftOut: readonly string[]
}

/**
 * Creates a home from a backup: every file is checked before anything is changed, everything is built next to the home,
 * and moved into place at the end. If it is interrupted before that, the home is unchanged, and the same command starts
 * again.
 * @throws DrawbridgeError `store_corrupt`, `store_incompatible` for a backup that cannot be used; `invalid_option` for
 * a home or a database that is not empty.
 */
export async function restore(options: RestoreOptions): Promise<Restoration> {
  const { folder, home, force = false, oldDatabase, clock = systemClock, signal } = options
  const backup = await openBackup(folder, signal)
  if (force && oldDatabase !== undefined) await assertUnused(oldDatabase)
  const time = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '')
  await using place = await prepareHome({ home, force, aside: `.before-restore-${time}` })
  try {
    return await fillAndPlace(options, backup, place)
  } catch (error) {
    throw explainFileError(error, `the home "${home}"`)
  }
}

async function fillAndPlace(options: RestoreOptions, backup: OpenedBackup, place: HomePlace): Promise<Restoration> {
  const { signal } = options
  await copyFiles(backup, place.staging, signal)
  const target = await targetOf(options, backup, place.staging)
  const leftOut = target === undefined ? [] : await loadTables(target, backup, signal)
  await syncFolders(place.staging)
  const keptHome = await place.put()
  if (target !== undefined) await finishLoading(target, backup)
  return { manifest: backup.manifest, keptHome, leftOut }
}

/** @throws DrawbridgeError `invalid_option` if the database has no place for rows of the backup. */
async function targetOf(
  { database }: RestoreOptions,
  { manifest }: OpenedBackup,
  staging: string,
): Promise<DatabaseOptions | undefined> {
  if (manifest.database === null) return undefined
  const target = await database(staging)
  if (target !== undefined) return target
  throw new DrawbridgeError(
    'invalid_option',
    'The backup contains a database, but the configuration says store.kind "files". Name another configuration with --config.',
  )
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

/**
 * A process that has a home open continues to write into it wherever the home is moved, so its records would be missing from the
 * new home.
 * @throws DrawbridgeError `store_unavailable` if another process has the database open.
 */
async function assertUnused(file: string): Promise<void> {
  if (!existsSync(file)) return
  const { isOpenElsewhere } = await import('../dialect/sqlite/is-open-elsewhere.ts')
  if (!isOpenElsewhere(file)) return
  throw new DrawbridgeError(
    'store_unavailable',
    `Another process has the database ${file} open. Stop all processes that use this home (servers, MCP clients), then restore.`,
  )
}
