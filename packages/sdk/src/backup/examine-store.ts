import { readdirSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseOptions } from '@drawbridge/store/database'
import type { DatabaseExamination } from '@drawbridge/store/examine'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { sessionsFolder } from '../store/open-recorder.ts'
import { keyFilePath } from './back-up-home.ts'

/** The result of the examination of a home for `drawbridge doctor`. */
export interface StoreExamination {
  /** Undefined if the operator wants files alone. */
  readonly database: DatabaseExamination | undefined
  /** Files of sessions that hold lines which are not in the database yet. */
  readonly waitingFiles: number
}

/**
 * Examines the database of a home: creates none, changes nothing, and takes some seconds if the server does not answer.
 */
export async function examineStore(sources: HomeDatabaseSources): Promise<StoreExamination> {
  const choice = await createHomeDatabase(sources).choice()
  if (choice.kind === 'files') return { database: undefined, waitingFiles: 0 }
  const { countWaitingFiles, examineDatabase } = await import('@drawbridge/store/examine')
  const database = await examineDatabase(choice.options)
  const count = database.status === 'opened' && database.schema === database.newestSchema
  return { database, waitingFiles: count ? await countWaitingFiles(choice.options, sessionsFolder(sources.home)) : 0 }
}

/** A file or folder whose mode lets others than its owner do more than they should. */
export interface OpenEntry {
  readonly path: string
  /** The permission bits, as a number. */
  readonly mode: number
}

/** Returns the entries of a home that others can read or write, including the database and the key. */
export function openEntries({ home, environment = process.env }: HomeDatabaseSources): readonly OpenEntry[] {
  const database: Extract<DatabaseOptions, { kind: 'sqlite' }>['file'] = join(home, 'drawbridge.db')
  const paths = [home, database, `${database}-wal`, `${database}-shm`, keyFilePath({ home, environment })]
  return paths.flatMap((path) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    return (mode & 0o077) === 0 ? [] : [{ path, mode: mode & 0o777 }]
  })
}

/** Bytes that are free on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Returns incomplete homes next to this one, left by interrupted restores. */
export async function interruptedRestores(home: string): Promise<readonly string[]> {
  const { restoringMark } = await import('@drawbridge/store/backup')
  const beginning = `${basename(home)}${restoringMark}`
  try {
    return readdirSync(dirname(home))
      .filter((name) => name.startsWith(beginning))
      .map((name) => join(dirname(home), name))
  } catch {
    return []
  }
}
