import type { RunContext } from './run-context.ts'

/** The time that one tool has: its signal fires at the limit or when the run is aborted. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Why the signal fired, once it has. */
  readonly reached: 'timeout' | 'aborted' | undefined
  /** Waits for the tool; after the signal only as long as the grace, then resolves to undefined and lets it go. */
  race<Value>(running: Promise<Value>): Promise<Value | undefined>
}

export function createDeadline(
  timeoutMs: number,
  { clock, signal: runSignal, settings }: Pick<RunContext, 'clock' | 'signal' | 'settings'>,
): Deadline {
  const controller = new AbortController()
  let reached: Deadline['reached']
  let grace: Disposable | undefined
  let letGo: (() => void) | undefined

  const reach = (why: 'timeout' | 'aborted') => {
    if (reached !== undefined) return
    reached = why
    controller.abort(new DOMException(`The call was stopped (${why}).`, 'AbortError'))
    grace = clock.after(settings.abortGraceMs, () => letGo?.())
  }
  const onRunAbort = () => reach('aborted')
  const timer = clock.after(timeoutMs, () => reach('timeout'))
  if (runSignal.aborted) onRunAbort()
  else runSignal.addEventListener('abort', onRunAbort, { once: true })

  return {
    signal: controller.signal,
    timeoutMs,
    get reached() {
      return reached
    },
    race: (running) => Promise.race([running, new Promise<undefined>((resolve) => (letGo = () => resolve(undefined)))]),
    [Symbol.dispose]: () => {
      timer[Symbol.dispose]()
      grace?.[Symbol.dispose]()
      runSignal.removeEventListener('abort', onRunAbort)
    },
  }
}
