import type { Finding } from '@drawbridge/room'
import type { Io } from '../io/io.ts'
import type { SessionFlags } from '../session/session-flags.ts'

/** The input of the checks. */
export interface Surroundings {
  readonly flags: SessionFlags
  readonly io: Io
  readonly nodeVersion: string
}

/** One thing that `doctor` looks at. One that throws has failed, with its error as the message. */
export interface Check {
  readonly name: string
  look(surroundings: Surroundings): Finding | Promise<Finding>
}
