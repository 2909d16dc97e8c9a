import type { Database } from '../database/database.ts'
import { listenOnce } from './listen-once.ts'

/** The interval at which a waiting process polls, in milliseconds. */
const lookEveryMs = 15_000

/** Watches rows that wait for someone, for changes made in this process and others. */
export interface SettlementWatch extends AsyncDisposable {
  /** Nothing that is committed after this is missed. */
  start(): Promise<void>
  listen(listener: () => void): Promise<Disposable>
  /** Resolves once the row of a key waits no more, or the signal is aborted. Keeps the process alive until then. */
  untilSettled(
    key: string,
    options: { waits(): Promise<boolean>; readonly signal: AbortSignal },
  ): Promise<'settled' | 'aborted'>
}

/** @param topic The topic under which changes of the rows are published, with their keys. */
export function createSettlementWatch(database: Database, topic: string): SettlementWatch {
  const listeners = new Set<(key: string | undefined) => void>()
  const listening = listenOnce(database, topic, ({ key }) => {
    for (const listener of listeners) listener(key)
  })
  const listen = (listener: (key: string | undefined) => void): Disposable => {
    listeners.add(listener)
    return { [Symbol.dispose]: () => void listeners.delete(listener) }
  }

  return {
    start: listening.start,
    listen: async (listener) => {
      await listening.start()
      return listen(() => listener())
    },
    untilSettled: async (key, { waits, signal }) => {
      const settled = Promise.withResolvers<'settled' | 'aborted'>()
      const onAbort = () => settled.resolve('aborted')
      const look = async () => {
        if (!(await waits())) settled.resolve('settled')
      }
      // A database that is away for now will tell, once it is back, that something may have been missed.
      const lookAgain = () => void look().catch(() => undefined)
      signal.addEventListener('abort', onAbort, { once: true })
      using _listening = listen((changed) => {
        if (changed === undefined || changed === key) lookAgain()
      })
      if (signal.aborted) onAbort()
      lookAgain()
      // Keeps the process alive while a person is asked; listening alone would not.
      const waiting = setInterval(lookAgain, lookEveryMs)
      try {
        return await settled.promise
      } finally {
        clearInterval(waiting)
        signal.removeEventListener('abort', onAbort)
      }
    },
    [Symbol.asyncDispose]: async () => {
      await listening[Symbol.asyncDispose]()
      listeners.clear()
    },
  }
}
