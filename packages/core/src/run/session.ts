import type { DetachedRun } from './open-detached-run.ts'
import type { Run } from './open-run.ts'
import type { SessionOptions } from './session-options.ts'

/**
 * A conversation: what its runs have in common is what they remember of each other, and the record. Disposing of it ends the processes
 * that it left in the background.
 */
export interface Session extends Run, AsyncDisposable {
  readonly id: string
  /**
   * Another run in this session, with a tool set and an end of its own. It is as free as the session and the parents that its
   * principal names, or less: their modes, ceilings and hidden tools hold whatever it sets.
   */
  openRun(options?: RunOfSessionOptions): Run
  /** A session whose calls do not wait for approval but return receipts. */
  openDetachedRun(options?: Omit<SessionOptions, 'id' | 'follows'>): DetachedRun
  /**
   * Returns its calls that had started when their process died, for the code that resumes the session: it is unknown if
   * they did their work. None if nothing is recorded in a database.
   */
  interrupted(): Promise<readonly InterruptedCall[]>
}

/** The options in which a run of a session may differ from its session. */
export interface RunOfSessionOptions extends Omit<SessionOptions, 'id' | 'follows'> {
  /** The id of the run that this continues: the next model request of the same agent run, with the current tools. */
  readonly run?: string
}

/** A call that had started when its process died: whether it did its work is not known. */
export interface InterruptedCall {
  readonly toolCallId: string
  readonly run: string
  readonly tool: string
  /** As it was started, scrubbed. */
  readonly input: unknown
  /** The time of the finding, in milliseconds since the Unix epoch. */
  readonly time: number
}
