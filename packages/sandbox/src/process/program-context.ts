import type { Clock } from '@drawbridge/core/base'
import type { ProgramLauncher } from '../launch/program-launcher.ts'

/** What the machine adds to a request to run a program. */
export interface ProgramContext {
  /** Where it runs. */
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
