import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { type Clock, isWithin, systemClock } from '@drawbridge/core/base'
import type { DatabaseOptions } from '../database/database-options.ts'
import { readKeyFile } from '../secret/key-file.ts'
import { homeFolder } from './backup-path.ts'
import { copyHomeFiles } from './copy-home-files.ts'
import { type Dump, dumpTables } from './dump-tables.ts'
import { explainFileError } from './explain-file-error.ts'
import { isKeptInHome } from './home-files.ts'
import { type BackupFile, backupFormat, encodeManifest, type Manifest, manifestName } from './manifest.ts'
import { syncFolder, syncFolders } from './sync-folders.ts'
import { withSnapshot } from './with-snapshot.ts'
import { writeNewFile } from './write-new-file.ts'

/** The options of `backUp`. */
export interface BackupOptions {
  readonly home: string
  /** The database of that home; an SQLite file may be missing. Undefined if the home has none. */
  readonly database: DatabaseOptions | undefined
  /** The folder to make. Must not be there yet. */
  readonly folder: string
  /** The key file to include, if any: a backup with its key reveals every secret. */
  readonly keyFile?: string | undefined
  readonly clock?: Clock
  readonly signal?: AbortSignal | undefined
}

/** The result of a backup. */
export interface Backup {
  readonly folder: string
  readonly manifest: Manifest
  /** Entries of the home that were left out, although they are not known to be dispensable. */
  readonly leftOut: readonly string[]
}

/**
 * Writes the data of a home to a new folder while other processes keep writing: a consistent snapshot of the database,
 * then the files. Writes next to the target and renames once everything is on disk.
 * @throws DrawbridgeError `invalid_option` for a folder that cannot be used, `store_*` for a database that cannot be
 * read completely.
 */
export async function backUp(options: BackupOptions): Promise<Backup> {
  const folder = await placeFor(options)
  const partial = `${folder}.partial-${randomBytes(8).toString('hex')}`
  try {
    await mkdir(partial, { mode: 0o700 })
    const { manifest, leftOut } = await write(partial, options)
    await syncFolders(partial)
    await assertAbsent(folder)
    await rename(partial, folder)
    await syncFolder(dirname(folder))
    return { folder, manifest, leftOut }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw explainFileError(error, `the backup "${folder}"`)
  }
}

async function write(
  partial: string,
  { home, database, keyFile, clock = systemClock, signal }: BackupOptions,
): Promise<Omit<Backup, 'folder'>> {
  const key = keyFile === undefined ? undefined : await readKeyFile(keyFile)
  const createdAt = new Date(clock.now()).toISOString()
  // First the database: what it tells of files is then true of files that are copied later.
  const dump = await dumpOf(partial, database, signal)
  const copied = await copyHomeFiles({ home, folder: partial, signal })
  const files: BackupFile[] = [...(dump?.files ?? []), ...copied.files]
  if (keyFile !== undefined && key !== undefined) {
    if ((await readKeyFile(keyFile)) !== key) {
      throw new DrawbridgeError('store_unavailable', 'The keys were changed during the backup. Run it again.')
    }
    const path = `${homeFolder}/key`
    files.push({ path, ...(await writeNewFile(partial, path, [key])), executable: false })
  }
  const manifest: Manifest = {
    format: backupFormat,
    createdAt,
    database: dump?.database ?? null,
    includesKey: key !== undefined,
    files,
  }
  await writeNewFile(partial, manifestName, [encodeManifest(manifest)])
  return { manifest, leftOut: copied.leftOut }
}

async function dumpOf(
  folder: string,
  database: DatabaseOptions | undefined,
  signal: AbortSignal | undefined,
): Promise<Dump | undefined> {
  if (database === undefined || (database.kind === 'sqlite' && !existsSync(database.file))) return undefined
  const name = database.kind === 'sqlite' ? database.file : 'that DATABASE_URL names'
  return withSnapshot(database, folder, (snapshot) =>
    dumpTables(snapshot, { kind: database.kind, name, folder, signal }),
  )
}

async function placeFor({ home, folder }: BackupOptions): Promise<string> {
  const parent = dirname(resolve(folder))
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw explainFileError(error, `the backup "${folder}"`)
  }
  const place = join(realpathSync(parent), basename(resolve(folder)))
  await assertAbsent(place)
  const [root, below] = [realpathSync(home), relative(realpathSync(home), place)]
  if (place === root || (isWithin(root, place) && isKeptInHome(below))) {
    throw new DrawbridgeError('invalid_option', `The backup "${place}" would contain itself. Name a folder elsewhere.`)
  }
  return place
}

async function assertAbsent(folder: string): Promise<void> {
  const there = await lstat(folder).catch(() => undefined)
  if (there === undefined) return
  throw new DrawbridgeError('invalid_option', `"${folder}" already exists. Name a new folder for the backup.`)
}
