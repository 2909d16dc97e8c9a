import { existsSync } from 'node:fs'
import { DrawbridgeError } from '@drawbridge/core'
import type { Room } from '@drawbridge/room'
import type { Database, DatabaseOptions } from '@drawbridge/store/database'
import type { ConfigSource } from '../config/config-source.ts'
import { schemasOf } from '../room/find-rooms.ts'
import { chooseDatabase, type StoreChoice } from './choose-database.ts'
import { readStoreSection } from './read-store-section.ts'

export interface HomeDatabaseSources {
  readonly home: string
  /** Reads `DRAWBRIDGE_DATABASE_URL` and `DATABASE_URL`. Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  /**
   * The source of the section `store`: the operator's file or the configuration itself. Default: `drawbridge.jsonc` in
   * the home.
   */
  readonly config?: ConfigSource | undefined
  /** The rooms whose tables it has. Asked for when it is opened. Default: none; tables that are there stay as they are. */
  readonly rooms?: (() => Promise<readonly Room[]>) | undefined
}

/**
 * The database of a home: the one that the environment or the operator's configuration names, else `drawbridge.db` in
 * it. Opened once, at the first use.
 */
export interface HomeDatabase extends AsyncDisposable {
  /** Returns the database that would be opened. Opens nothing. */
  choice(): Promise<StoreChoice>
  /** Undefined if there is none; then nothing is loaded either. */
  find(): Promise<Database | undefined>
  /**
   * Returns the database, created if it does not exist.
   * @throws DrawbridgeError `invalid_option` if the operator chose files.
   */
  obtain(): Promise<Database>
  /** The options that it is opened with; undefined if the operator wants files alone. Opens nothing. */
  options(): Promise<DatabaseOptions | undefined>
}

export function createHomeDatabase({
  home,
  environment = process.env,
  config,
  rooms,
}: HomeDatabaseSources): HomeDatabase {
  let choosing: Promise<StoreChoice> | undefined
  let opening: Promise<Database> | undefined
  /** Set while the file was not there in this turn of the event loop: rooms ask with every request of a model. */
  let isMissing = false
  const choice = () => {
    choosing ??= readStoreSection({ home, environment, config }).then((section) =>
      chooseDatabase(section, { home, environment }),
    )
    return choosing
  }
  const obtain = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    choice,
    find: async () => (opening === undefined && !(await isThere()) ? undefined : obtain()),
    obtain,
    options: async () => {
      const chosen = await choice()
      return chosen.kind === 'files' ? undefined : chosen.options
    },
    [Symbol.asyncDispose]: async () => {
      const opened = await opening?.catch(() => undefined)
      await opened?.[Symbol.asyncDispose]()
    },
  }

  async function isThere(): Promise<boolean> {
    const chosen = await choice()
    if (chosen.kind === 'files') return false
    if (chosen.options.kind === 'postgres') return true
    if (isMissing) return false
    isMissing = !existsSync(chosen.options.file)
    if (isMissing) setImmediate(() => (isMissing = false))
    return !isMissing
  }

  async function open(): Promise<Database> {
    const chosen = await choice()
    if (chosen.kind === 'files') {
      throw new DrawbridgeError(
        'invalid_option',
        'This needs a database, but the configuration says store.kind "files". Set it to "sqlite" or "postgres".',
      )
    }
    const { openDatabase } = await import('@drawbridge/store/database')
    return openDatabase(rooms === undefined ? chosen.options : { ...chosen.options, rooms: schemasOf(await rooms()) })
  }
}
