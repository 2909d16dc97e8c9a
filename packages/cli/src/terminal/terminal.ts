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
