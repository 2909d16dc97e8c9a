import { createCleanup } from '@drawbridge/core/base'
import type { Database } from '../database/database.ts'
import type { Change } from './change.ts'

/** One subscription, taken out when it is first needed. */
export interface Listening extends AsyncDisposable {
  /** Listens; no later commit is missed. Rejects if the database is not available; the next call tries again. */
  start(): Promise<void>
}

export function listenOnce(database: Database, topic: string, listener: (change: Change) => void): Listening {
  const cleanup = createCleanup()
  let subscription: Promise<void> | undefined
  const subscribe = async () => {
    try {
      cleanup.use(await database.subscribe(topic, listener))
    } catch (error) {
      subscription = undefined
      throw error
    }
  }
  return {
    start: () => {
      subscription ??= subscribe()
      return subscription
    },
    [Symbol.asyncDispose]: async () => {
      await subscription?.catch(() => undefined)
      await cleanup[Symbol.asyncDispose]()
    },
  }
}
