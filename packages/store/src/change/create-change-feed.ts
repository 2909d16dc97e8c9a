import type { ChangeSink, ChangeWatch, SqlDialect } from '../dialect/dialect.ts'
import type { Change, ChangeListener } from './change.ts'

export interface ChangeFeed extends AsyncDisposable {
  subscribe(topic: string, listener: ChangeListener): Promise<Disposable>
  /** This process has committed changes. */
  look(): void
}

/** Passes changes to the subscribers of their topic. The database is watched only while there are subscribers. */
export function createChangeFeed(dialect: Pick<SqlDialect, 'watchChanges'>): ChangeFeed {
  const subscriptions = new Set<{ readonly topic: string; readonly listener: ChangeListener }>()
  let watch: Promise<ChangeWatch> | undefined
  let current: ChangeWatch | undefined
  let over = new AbortController()

  /** Passes on what one watch sees, until that is stopped: it ends a while later, when somebody else may have subscribed. */
  const sinkUntil = (stopped: AbortSignal): ChangeSink => ({
    changed: (topic, key) => {
      if (stopped.aborted) return
      for (const subscription of subscriptions) {
        if (subscription.topic === topic) tell(subscription.listener, { topic, key })
      }
    },
    missed: () => {
      if (stopped.aborted) return
      for (const { topic, listener } of subscriptions) tell(listener, { topic, key: undefined })
    },
  })
  const start = () => {
    if (watch !== undefined) return watch
    over = new AbortController()
    watch = dialect.watchChanges(sinkUntil(over.signal)).then(
      (started) => {
        current = started
        return started
      },
      (error: unknown) => {
        watch = undefined
        throw error
      },
    )
    return watch
  }
  const stop = async () => {
    over.abort()
    const stopped = watch
    watch = undefined
    current = undefined
    await (await stopped)?.[Symbol.asyncDispose]()
  }

  return {
    subscribe: async (topic, listener) => {
      const subscription = { topic, listener }
      subscriptions.add(subscription)
      try {
        await start()
      } catch (error) {
        subscriptions.delete(subscription)
        throw error
      }
      return {
        [Symbol.dispose]: () => {
          subscriptions.delete(subscription)
          if (subscriptions.size === 0) stop().catch(() => undefined)
        },
      }
    },
    look: () => current?.look(),
    [Symbol.asyncDispose]: async () => {
      subscriptions.clear()
      await stop()
    },
  }
}

function tell(listener: ChangeListener, change: Change): void {
  try {
    listener(change)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
