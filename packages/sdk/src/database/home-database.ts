import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@drawbridge/store/database'

export interface HomeDatabaseSources {
  readonly home: string
  /** Reads `DATABASE_URL`. Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
}

/** The database of a home: the one that `DATABASE_URL` names, else `drawbridge.db` in it. Opened once, when somebody needs it. */
export interface HomeDatabase extends AsyncDisposable {
  /** Undefined where there is none, and then nothing is loaded either. */
  find(): Promise<Database | undefined>
  /** The same, made where there is none. */
  obtain(): Promise<Database>
}

export function createHomeDatabase({ home, environment = process.env }: HomeDatabaseSources): HomeDatabase {
  const url = environment.DATABASE_URL ?? ''
  const file = join(home, 'drawbridge.db')
  let opening: Promise<Database> | undefined
  const obtain = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    find: async () => (opening === undefined && url === '' && !existsSync(file) ? undefined : obtain()),
    obtain,
    [Symbol.asyncDispose]: async () => {
      const opened = await opening?.catch(() => undefined)
      await opened?.[Symbol.asyncDispose]()
    },
  }

  async function open(): Promise<Database> {
    const { openDatabase } = await import('@drawbridge/store/database')
    return openDatabase(url === '' ? { kind: 'sqlite', file } : { kind: 'postgres', url })
  }
}
