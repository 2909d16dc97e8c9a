import type { Readable, Writable } from 'node:stream'

/** The terminal of a person, as a chat uses it. */
export interface ChatTerminal extends Disposable {
  readonly input: Readable & { setRawMode?(raw: boolean): unknown }
  readonly output: Writable & { readonly columns?: number; readonly rows?: number }
  readonly colour: boolean
  /** False for a terminal that only prints, such as `TERM=dumb`: lines are then edited by the terminal itself. */
  readonly canAddress: boolean
  /** Calls back on each Ctrl-C that arrives as a signal, and with `true` if the terminal went away. */
  onInterrupt(callback: (isGone: boolean) => void): Disposable
}
