import type { ProcessSettings } from '@drawbridge/core/machine'
import type { AnchoredFolder } from '../files/anchored-folder.ts'
import type { Program } from './program.ts'

/** Launches programs: on the machine itself, or in a sandbox. The decision to run them was made before. */
export interface ProgramLauncher {
  /**
   * `machine`: programs are the files of this machine, found and checked on its search path. `own`: there are other files where
   * they run, so a program is known by its name only.
   */
  readonly programs: 'machine' | 'own'
  /**
   * Starts a program without a shell, as leader of its own session and process group. The caller must listen to its
   * output in the turn in which this returns or settles: Node drops unread data when a program ends. Throws or rejects
   * with a fault if the program cannot be started, unless `started` and `exit` do.
   */
  launch(options: LaunchOptions): Program | Promise<Program>
}

export interface LaunchOptions {
  readonly argv: readonly string[]
  readonly request: Pick<ProcessSettings, 'cwd' | 'environment' | 'stdin'>
  /** The file to run; the program still sees the first word of `argv` as its name. With programs of its `own`, that word itself. */
  readonly file: string
  /** Leaves standard input open for more. Default false. */
  readonly keepsInputOpen?: boolean
  /** Held open until the program runs, so that it runs in this very folder. A path of this machine. */
  readonly folder: AnchoredFolder
  readonly baseEnvironment: Readonly<Record<string, string>>
  /** Aborts when the program is no longer wanted: for a launch that takes long. A program that runs is ended by its tree. */
  readonly signal?: AbortSignal
  /**
   * Called once the place is ready, just before the program starts. The program's time counts from then, or from the moment when
   * the launch settles.
   */
  readonly onReady?: () => void
}
