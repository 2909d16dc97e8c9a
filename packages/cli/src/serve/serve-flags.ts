import type { SessionFlags } from '../session/session-flags.ts'

/** The options of `drawbridge serve`. */
export interface ServeFlags extends SessionFlags {
  readonly host?: string
  readonly port?: string
  readonly json?: boolean
  /** True if a scripted agent works on a scratch project, in place of the folder. */
  readonly demo?: boolean
}
