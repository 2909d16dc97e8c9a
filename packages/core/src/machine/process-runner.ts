/** The command to start: a program with arguments that no shell reads, or a line that the machine's shell reads. */
export type ProcessCommand = { readonly argv: readonly string[] } | { readonly line: string }

/** The folder, limits and input of a process. */
export interface ProcessSettings {
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
  /**
   * Called with each piece of output as it arrives. If it returns a promise, the program is read only as fast as those promises
   * settle. A rejection is ignored here and stops nothing.
   */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => unknown
}

/** A program to run to its end. */
export type ProcessRequest = ProcessCommand & ProcessSettings

/** A helper program of the tool itself. Lines longer than `maxLineBytes` are cut. */
export interface HelperRequest extends Omit<ProcessSettings, 'onOutput'> {
  readonly argv: readonly string[]
  readonly maxLineBytes: number
  /** The character that ends a line of the output. Default: a line feed. */
  readonly lineEnd?: '\n' | '\0'
}

/** A process that goes on after the call that started it, until it ends, is stopped, or its time is up. */
export type BackgroundRequest = ProcessCommand &
  Pick<ProcessSettings, 'cwd' | 'environment'> & {
    /** Default: none. */
    readonly timeoutMs?: number
    /** Bytes kept of the output, its last ones. Default 1 MiB. */
    readonly keptOutputBytes?: number
  }

/** The kept part of a stream of any size. */
export interface BoundedOutput {
  readonly head: Uint8Array
  /** Empty while nothing was dropped. */
  readonly tail: Uint8Array
  readonly totalBytes: number
}

/** The end of a process: `exited` on its own, killed by someone else's signal, by its time limit, or by an abort. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed_out'; readonly timeoutMs: number }
  | { readonly kind: 'aborted' }

/** The sandbox limits that a program can exceed; all its processes count together. */
export type ProcessLimit = 'memory' | 'processes'

/** A descendant that was still alive when the program ended, and what became of it. */
export interface SurvivingProcess {
  readonly pid: number
  readonly killed: boolean
}

/** The end of a process, with its output. */
export interface ProcessResult {
  readonly end: ProcessEnd
  readonly durationMs: number
  readonly stdout: BoundedOutput
  readonly stderr: BoundedOutput
  readonly survivors: readonly SurvivingProcess[]
  /** The limits of the sandbox that the program reached. Absent if none is known. */
  readonly limitsHit?: readonly ProcessLimit[]
  /**
   * Things that a sandbox blocked, or left behind for the user to check, as sentences for a model. Absent if there are
   * none.
   */
  readonly notices?: readonly string[]
}

/** The end of a background process; its output stays readable. */
export interface BackgroundEnd {
  readonly end: ProcessEnd
  readonly durationMs: number
  readonly survivors: readonly SurvivingProcess[]
  /** The limits of the sandbox that the program reached. Absent if none is known. */
  readonly limitsHit?: readonly ProcessLimit[]
  /** See `ProcessResult.notices`. */
  readonly notices?: readonly string[]
}

/** A stretch of the output of both streams, in the order in which it came. */
export interface OutputStretch {
  readonly bytes: Uint8Array
  /** The position of the first byte in all of the output; later than requested if earlier output is no longer stored. */
  readonly from: number
  /** Bytes written so far. */
  readonly totalBytes: number
}

/** A running background process. */
export interface BackgroundProcess {
  readonly pid: number
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** Returns the kept output from byte `position` on. */
  read(position: number): OutputStretch
  /** Undefined while it runs. */
  outcome(): BackgroundEnd | undefined
  /** Settles when it has ended, with all that it started. */
  readonly ended: Promise<BackgroundEnd>
  /** Settles at the next output, or when it has ended. */
  nextOutput(): Promise<void>
  /** Hands data to its standard input, unless that is closed, or holds a mebibyte that the process has not read. */
  write(data: Uint8Array): 'accepted' | 'closed' | 'full'
  closeInput(): void
  /** Sends a signal to its whole process group, as a terminal does. */
  signal(name: 'SIGINT' | 'SIGQUIT' | 'SIGTSTP' | 'SIGCONT'): void
  /** Ends it and all it started: asked first, then killed. Settles when that is done. */
  stop(): Promise<BackgroundEnd>
}

/** A helper program whose output is read line by line while it runs. */
export interface LineReader extends AsyncIterable<string> {
  /** Resolves after the lines end. Exit code 2 of a search program, say, is the caller's to judge. */
  readonly exit: Promise<{ readonly exitCode: number | null; readonly stderr: string }>
}

/** The place where the commands of a call run, if it is not simply this machine. */
export interface ProcessPlace {
  readonly kind: 'host' | 'contained' | 'bubblewrap' | 'docker'
  /** A sentence for the caller: for example that a sandbox was requested but is not available. */
  readonly notice?: string
}

/** The only way for a tool to run programs. Made for one call. */
export interface ProcessRunner {
  readonly place?: ProcessPlace
  /**
   * Runs exactly one of the commands that the call declared; any other is refused with `invalid_target`. Ends with a `ToolFault` of
   * `command_not_found` if the program does not exist. Resolves when the program has exited and its output was read for a short
   * time afterwards. It does not wait for other processes that hold the pipes open.
   */
  run(request: ProcessRequest): Promise<ProcessResult>
  /** Starts one of the commands that the call declared and leaves it running. The caller has to stop it. */
  start(request: BackgroundRequest): Promise<BackgroundProcess>
  /**
   * Runs a program that belongs to the tool itself (such as a search program) on what the call resolved. Leaving the loop
   * ends the program.
   */
  readHelperLines(request: HelperRequest): LineReader
}
