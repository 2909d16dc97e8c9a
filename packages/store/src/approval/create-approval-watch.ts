import { listenOnce } from '../change/listen-once.ts'
import type { Database } from '../database/database.ts'
import { findApproval } from './approval-rows.ts'

/** The topic under which changes of questions are told. */
export const approvalTopic = 'approval'

/** The interval at which a waiting process polls, in milliseconds. */
const lookEveryMs = 15_000

/** Hears of answers, in this process and others. */
export interface ApprovalWatch extends AsyncDisposable {
  /** Nothing that is committed after this is missed. */
  start(): Promise<void>
  listen(listener: () => void): Promise<Disposable>
  /**
   * Resolves once the question no longer waits, or the signal is aborted. If the end of its run settled it, the signal tells that.
   */
  untilSettled(
    id: string,
    options: { readonly run: string; readonly signal: AbortSignal },
  ): Promise<'settled' | 'aborted'>
}

export function createApprovalWatch(database: Database): ApprovalWatch {
  const listeners = new Set<(id: string | undefined) => void>()
  const listening = listenOnce(database, approvalTopic, ({ key }) => {
    for (const listener of listeners) listener(key)
  })
  const listen = (listener: (id: string | undefined) => void): Disposable => {
    listeners.add(listener)
    return { [Symbol.dispose]: () => void listeners.delete(listener) }
  }

  return {
    start: listening.start,
    listen: async (listener) => {
      await listening.start()
      return listen(() => listener())
    },
    untilSettled: async (id, { run, signal }) => {
      const settled = Promise.withResolvers<'settled' | 'aborted'>()
      const onAbort = () => settled.resolve('aborted')
      const look = async () => {
        const row = await database.get(findApproval, id)
        if (row?.state === 'pending' || (row?.state === 'ended' && row.run === run)) return
        settled.resolve('settled')
      }
      // A database that is away for now will tell, once it is back, that something may have been missed.
      const lookAgain = () => void look().catch(() => undefined)
      signal.addEventListener('abort', onAbort, { once: true })
      using _listening = listen((changed) => {
        if (changed === undefined || changed === id) lookAgain()
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
