import type { Readable } from 'node:stream'

/** The exit codes of commands, for scripts. A command that makes a call ends with the status of its outcome. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 130

/** A terminal with a person at it. */
export interface Terminal extends Disposable {
  /** Width in cells. */
  readonly columns: number
  readonly colour: boolean
  write(text: string): void
  /**
   * Resolves to the next single key. Input that was typed ahead or pasted before this call is dropped, because the
   * question had not been read then. Undefined once the signal is aborted or the terminal is closed.
   */
  readKey(signal: AbortSignal): Promise<string | undefined>
  /**
   * The next line, edited the way the terminal does. The rest of an answer to a question that was withdrawn is dropped before. Undefined
   * as in `readKey`.
   */
  readLine(signal: AbortSignal): Promise<string | undefined>
}

/** One of the two streams that a command writes to. */
export interface TextOutput {
  readonly isTerminal: boolean
  /** The width of the terminal in cells; 80 if unknown. */
  readonly columns: number
  readonly colour: boolean
  /** True if the reader has closed the stream. Later output is dropped silently. */
  readonly closed: boolean
  /** The reason why output was lost, such as a full disk. A closed reader is not one. */
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
  /** Standard error: notes for people. */
  readonly diagnostics: TextOutput
  readonly environment: Readonly<Record<string, string | undefined>>
  /** From now on the first SIGINT, SIGTERM or SIGHUP aborts the signal, and the second ends the process at once. */
  catchInterrupts(options?: {
    /** True if a reader of standard output that has closed it aborts the signal as well. */
    readonly orUnread?: boolean
  }): Interruption
  /**
   * Opens the terminal. Returns undefined if no person can be asked: in a script, a pipe or a job.
   * @param options.inputIsData standard input carries arguments, so the answer must come from elsewhere.
   */
  openTerminal(options: { readonly inputIsData: boolean }): Terminal | undefined
}
