import type { Clock } from '@drawbridge/core/base'
import type { ProgramLauncher } from '../launch/program-launcher.ts'

/** The machine's additions to a request to run a program. */
export interface ProgramContext {
  /** The launcher of the program. */
  readonly launcher: ProgramLauncher
  /** The file to run. */
  readonly file: string
  /** The words to run it with, the first being its name. */
  readonly argv: readonly string[]
  readonly baseEnvironment: Readonly<Record<string, string>>
  readonly clock: Clock
  /** Aborts with the call. */
  readonly signal: AbortSignal
}
