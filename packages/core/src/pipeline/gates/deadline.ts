import type { RunContext } from '../run-context.ts'

type DeadlineContext = Pick<RunContext, 'clock' | 'signal' | 'settings'>

/**
 * The time that one call has for its locks and its tool: the signal fires at the limit or when the run is aborted. It starts with
 * the first look at the signal or with the first wait, so a tool that simply returns pays for no timer. While it runs, the
 * process does not exit: a tool that never answers would end it without an outcome.
 */
export class Deadline implements Disposable {
  readonly timeoutMs: number
  /** The part of the time that was spent waiting for locks, in milliseconds. */
  lockedMs = 0
  /** The reason that the signal fired, once it has. */
  reached: 'timeout' | 'aborted' | undefined = undefined
  readonly #context: DeadlineContext
  #controller: AbortController | undefined
  #timer: Disposable | undefined
  #grace: Disposable | undefined
  #letGo: (() => void) | undefined

  constructor(timeoutMs: number, context: DeadlineContext) {
    this.timeoutMs = timeoutMs
    this.#context = context
  }

  get signal(): AbortSignal {
    this.#start()
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.reached !== undefined) this.#controller.abort(stopped(this.reached))
    }
    return this.#controller.signal
  }

  /** Waits for the tool; after the signal only as long as the grace, then resolves to undefined and lets it go. */
  race<Value>(running: Promise<Value>): Promise<Value | undefined> {
    this.#start()
    const released = new Promise<undefined>((resolve) => {
      this.#letGo = () => resolve(undefined)
    })
    return Promise.race([running, released])
  }

  [Symbol.dispose](): void {
    if (this.#timer === undefined) return
    this.#timer[Symbol.dispose]()
    this.#grace?.[Symbol.dispose]()
    this.#context.signal.removeEventListener('abort', this.#onRunAbort)
  }

  #start(): void {
    if (this.#timer !== undefined) return
    const { clock, signal } = this.#context
    this.#timer = clock.after(this.timeoutMs, () => this.#reach('timeout'), 'kept-alive')
    if (signal.aborted) this.#reach('aborted')
    else signal.addEventListener('abort', this.#onRunAbort, { once: true })
  }

  readonly #onRunAbort = (): void => this.#reach('aborted')

  #reach(why: 'timeout' | 'aborted'): void {
    if (this.reached !== undefined) return
    this.reached = why
    this.#controller?.abort(stopped(why))
    const { clock, settings } = this.#context
    this.#grace = clock.after(settings.abortGraceMs, () => this.#letGo?.(), 'kept-alive')
  }
}

function stopped(why: 'timeout' | 'aborted'): DOMException {
  return new DOMException(`The call was stopped (${why}).`, 'AbortError')
}
