import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import type { Backup } from '@drawbridge/store/backup'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'

/** The options of `backUpHome`. */
export interface HomeBackupOptions extends HomeDatabaseSources {
  /** The folder to make. */
  readonly folder: string
  /** True if the key is included. A backup with its key reveals every secret. */
  readonly includeKey?: boolean
  readonly signal?: AbortSignal
}

/**
 * Backs up what a home keeps: its database, whichever that is, and its files. Others may go on working in it.
 * @throws DrawbridgeError `invalid_option` for a folder that cannot be used or a key that is in no file, `store_*` for a database
 * that cannot be read whole.
 */
export async function backUpHome(options: HomeBackupOptions): Promise<Backup> {
  const { home, environment = process.env, folder, includeKey = false, signal } = options
  const choice = await createHomeDatabase(options).choice()
  const keyFile = includeKey ? keyFileOf({ home, environment }) : undefined
  const { backUp } = await import('@drawbridge/store/backup')
  const database = choice.kind === 'files' ? undefined : choice.options
  return backUp({ home, database, folder, keyFile, signal })
}

/** Returns the path of a home's key file. */
export function keyFilePath({
  home,
  environment,
}: Required<Pick<HomeDatabaseSources, 'home' | 'environment'>>): string {
  const { DRAWBRIDGE_KEY_FILE: file = '' } = environment ?? {}
  return file === '' ? join(home, 'key') : file
}

function keyFileOf(place: Required<Pick<HomeDatabaseSources, 'home' | 'environment'>>): string {
  if ((place.environment?.DRAWBRIDGE_KEY ?? '') !== '') {
    throw new DrawbridgeError(
      'invalid_option',
      'The keys are in DRAWBRIDGE_KEY and in no file: keep that variable yourself, and leave --include-key out.',
    )
  }
  const file = keyFilePath(place)
  if (existsSync(file)) return file
  throw new DrawbridgeError(
    'invalid_option',
    `There is no key file "${file}": no secret is kept yet. Leave --include-key out.`,
  )
}
