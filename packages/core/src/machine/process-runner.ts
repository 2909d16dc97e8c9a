export interface ProcessRequest {
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** Added to the minimal base environment. */
  readonly environment?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Written to the program's standard input, which is then closed; without it standard input is empty. */
  readonly stdin?: Uint8Array
  /** Bytes kept of each stream, half from its head and half from its tail. Default 1 MiB. */
  readonly maxOutputBytes?: number
  readonly signal?: AbortSignal
  /** Called with each piece of output as it arrives. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void
}

/** What was kept of a stream that may have been any size. */
export interface BoundedOutput {
  readonly head: Uint8Array
  /** Empty while nothing was dropped. */
  readonly tail: Uint8Array
  readonly totalBytes: number
}

/** How a process ended: `exited` by itself, killed by a signal that is not ours, by its time limit, or by an abort. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed_out'; readonly timeoutMs: number }
  | { readonly kind: 'aborted' }

export interface ProcessResult {
  readonly end: ProcessEnd
  readonly durationMs: number
  readonly stdout: BoundedOutput
  readonly stderr: BoundedOutput
  /** Descendants that were still alive when the program ended, and what became of them. */
  readonly survivors: readonly { readonly pid: number; readonly killed: boolean }[]
}

/** A helper program whose output is read line by line while it runs. */
export interface LineReader extends AsyncIterable<string> {
  /** Resolves after the lines end. Exit code 2 of a search program, say, is the caller's to judge. */
  readonly exit: Promise<{ readonly exitCode: number | null; readonly stderr: string }>
}

/** The only way for a tool to run programs. Made for one call. */
export interface ProcessRunner {
  /**
   * Runs one of the call's command targets; any other argv is refused with `invalid_target`. Ends with a `ToolFault` of
   * `command_not_found` where there is no such program. Resolves when the program has exited and its output was drained
   * briefly, not when the last holder of its pipes is gone.
   */
  run(request: ProcessRequest): Promise<ProcessResult>
  /**
   * Runs a program that belongs to the tool itself (such as a search program) on what the call resolved. Leaving the loop
   * ends the program. Lines longer than `maxLineBytes` are cut.
   */
  readHelperLines(request: Omit<ProcessRequest, 'onOutput'> & { readonly maxLineBytes: number }): LineReader
}
