import type { Grant, GrantStore } from '@drawbridge/core/approval'
import type { Cleanup } from '@drawbridge/core/base'
import type { DatabaseGrantStoreOptions } from '@drawbridge/store/authority'
import type { HomeDatabase } from '../database/home-database.ts'

/** The grants of the home's database, which is opened when the first call is asked about. */
export function lazyGrantStore(
  database: HomeDatabase,
  options: DatabaseGrantStoreOptions,
  cleanup: Cleanup,
): GrantStore {
  const listeners = new Set<(grant: Grant) => void>()
  const load = loadOnce(async () => {
    const { createDatabaseGrantStore } = await import('@drawbridge/store/authority')
    const store = createDatabaseGrantStore(await database.obtain(), options)
    store.subscribe((grant) => {
      for (const listener of listeners) listener(grant)
    })
    return store
  }, cleanup)
  return {
    ...(options.lifetimeMs === undefined ? {} : { lifetimeMs: options.lifetimeMs }),
    grantsOf: async (owner) => (await load()).grantsOf(owner),
    save: async (grant) => (await load()).save(grant),
    noteUse: async (id, at) => (await load()).noteUse(id, at),
    revoke: async (id) => (await load()).revoke(id),
    subscribe: (listener) => {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
}

/** Opens something on its first use. If that fails, the next use tries again. */
export function loadOnce<Opened extends Disposable | AsyncDisposable>(
  open: () => Promise<Opened>,
  cleanup: Cleanup,
): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined
  return () => {
    opening ??= open().then(
      (opened) => cleanup.use(opened),
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
}
