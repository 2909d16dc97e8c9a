import type { Clock } from '@drawbridge/core/base'

/** Counts the answers that are under way, and notices when there have been none for a while. */
export interface Usage extends Disposable {
  /** True if nothing is under way. */
  readonly isIdle: boolean
  /** Returns the function that ends this use; undefined if too many are under way. */
  begin(): (() => void) | undefined
}

/** The options of a count of uses. */
export interface UsageOptions {
  readonly clock: Clock
  readonly most: number
  readonly idleMs: number
  onIdle(): void
}

/** Creates a count that begins idle. After its disposal `onIdle` is not called. */
export function createUsage({ clock, most, idleMs, onIdle }: UsageOptions): Usage {
  let open = 0
  let timer: Disposable | undefined = clock.after(idleMs, onIdle)
  let isDisposed = false

  return {
    get isIdle() {
      return open === 0
    },
    begin: () => {
      if (open >= most) return undefined
      open += 1
      timer?.[Symbol.dispose]()
      timer = undefined
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        open -= 1
        if (open === 0 && !isDisposed) timer = clock.after(idleMs, onIdle)
      }
    },
    [Symbol.dispose]: () => {
      isDisposed = true
      timer?.[Symbol.dispose]()
    },
  }
}
