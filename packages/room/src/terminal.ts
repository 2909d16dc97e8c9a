import type { Readable } from 'node:stream'

/** How a command ends, for scripts. Those that make a call end with the status of its outcome. */
export type ExitCode = 0 | 1 | 2 | 3 | 4

/** A terminal with somebody at it. */
export interface Terminal extends Disposable {
  /** Width in cells. */
  readonly columns: number
  readonly colour: boolean
  write(text: string): void
  /**
   * The next single key pressed from now on: what was typed ahead or pasted is no answer to a question that nobody had read.
   * Undefined once the signal is aborted or the terminal is gone.
   */
  readKey(signal: AbortSignal): Promise<string | undefined>
  /** The next line, edited the way the terminal does. Undefined as in `readKey`. */
  readLine(signal: AbortSignal): Promise<string | undefined>
}

/** One of the two streams that a command writes to. */
export interface TextOutput {
  readonly isTerminal: boolean
  /** Width of the terminal in cells; 80 where there is none. */
  readonly columns: number
  readonly colour: boolean
  /** Whether the reader has gone. What is written after that is dropped without a word. */
  readonly closed: boolean
  /** Why something that was written got lost, such as a full disk. A reader that has gone is no such reason. */
  readonly failure: string | undefined
  /** Resolves once the text has been taken, so that a slow reader slows the command down. Never rejects. */
  write(text: string): Promise<void>
}

/** Ends a run in good order at the first interrupt; disposed, interrupts end the process again as they always do. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal
}

/** Everything that a command has of the process around it. Tests bring their own. */
export interface Io {
  readonly input: Readable
  /** Standard output: what was asked for, and nothing else. */
  readonly output: TextOutput
  /** Standard error: what a person should know beside it. */
  readonly diagnostics: TextOutput
  readonly environment: Readonly<Record<string, string | undefined>>
  /** From now on the first SIGINT, SIGTERM or SIGHUP aborts the signal, and the second ends the process at once. */
  catchInterrupts(): Interruption
  /**
   * Where a person can be asked. Undefined where nobody is: in a script, a pipe or a job.
   * @param options.inputIsData standard input carries arguments, so the answer must come from elsewhere.
   */
  openTerminal(options: { readonly inputIsData: boolean }): Terminal | undefined
}
