import type { SecretReader } from '../config/secrets-for.ts'
import type { StoredPrograms } from '../credentials/stored-programs.ts'
import type { HomeDatabase } from '../database/home-database.ts'
import { loadPrograms } from './load-programs.ts'
import { type SecretStore, type SecretStorePlace, secretStoreOn } from './secret-store.ts'

/** The secrets of a home for a Drawbridge. Opens the database if there is one, and looks again later if not. */
export interface HomeSecrets extends AsyncDisposable {
  readonly read: SecretReader
  readonly programs: StoredPrograms
  /**
   * Calls the listener soon after each change from now on, if there is a database. If a change is missed, the next command notices
   * it.
   */
  watch(listener: () => void): void
}

export function createHomeSecrets(database: HomeDatabase, place: SecretStorePlace): HomeSecrets {
  let store: Promise<SecretStore> | undefined
  let subscribing: Promise<Disposable | undefined> | undefined
  const find = async (): Promise<SecretStore | undefined> => {
    const found = await database.find()
    if (found === undefined) return undefined
    store ??= secretStoreOn(found, place)
    return store
  }
  return {
    read: async () => (await (await find())?.secrets.values()) ?? new Map(),
    programs: {
      revision: async () => (await (await find())?.revision()) ?? 0,
      load: async () => {
        const found = await find()
        return found === undefined ? [] : loadPrograms(found)
      },
    },
    watch: (listener) => {
      subscribing ??= subscribe(listener).catch(() => undefined)
    },
    [Symbol.asyncDispose]: async () => {
      ;(await subscribing)?.[Symbol.dispose]()
    },
  }

  async function subscribe(listener: () => void): Promise<Disposable | undefined> {
    const found = await database.find()
    if (found === undefined) return undefined
    const { secretTopic } = await import('@drawbridge/store/secrets')
    return found.subscribe(secretTopic, listener)
  }
}
