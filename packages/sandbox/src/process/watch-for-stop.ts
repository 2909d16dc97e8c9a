import type { Clock } from '@drawbridge/core/base'

/** The reason that a program must end early. */
export type StopReason = 'timed_out' | 'aborted'

export interface StopWatch extends Disposable {
  /** Settles when the program must end; never, if nothing asks for it. */
  readonly reason: Promise<StopReason>
  /** Aborts then. */
  readonly signal: AbortSignal
  /** The same, as far as it is known now. */
  current(): StopReason | undefined
  /** Sets a time limit that counts from now. The first one stays. */
  limit(timeoutMs: number | undefined): void
}

export interface StopWatchOptions {
  /** Counts from the start. Default: none yet. */
  readonly timeoutMs?: number | undefined
  readonly signals: readonly (AbortSignal | undefined)[]
  readonly clock: Clock
}

/** Watches the time limit and the abort signals of one program. Disposing it leaves no timer and no listener behind. */
export function watchForStop({ timeoutMs, signals, clock }: StopWatchOptions): StopWatch {
  const { promise, resolve } = Promise.withResolvers<StopReason>()
  let current: StopReason | undefined
  const controller = new AbortController()
  const stop = (reason: StopReason) => {
    current ??= reason
    resolve(current)
    controller.abort()
  }
  const abort = () => stop('aborted')
  const present = signals.filter((signal) => signal !== undefined)
  let timer: Disposable | undefined
  const limit = (ms: number | undefined) => {
    if (ms !== undefined) timer ??= clock.after(ms, () => stop('timed_out'))
  }
  limit(timeoutMs)
  for (const signal of present) signal.addEventListener('abort', abort, { once: true })
  if (present.some((signal) => signal.aborted)) abort()
  return {
    reason: promise,
    signal: controller.signal,
    current: () => current,
    limit,
    [Symbol.dispose]: () => {
      timer?.[Symbol.dispose]()
      for (const signal of present) signal.removeEventListener('abort', abort)
    },
  }
}
