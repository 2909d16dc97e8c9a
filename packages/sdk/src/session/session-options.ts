import type { Approver, Dialect, Principal, SnapshotOptions } from '@drawbridge/core'

/** What one session adds to its Drawbridge. */
export interface SessionOptions {
  /** Key of the session, which names its record. Default: a new one. */
  readonly id?: string
  /** Who calls. Session and run are filled in. */
  readonly principal?: Partial<Omit<Principal, 'session' | 'run'>>
  /** In place of the Drawbridge's. */
  readonly approvers?: readonly Approver[]
  /** How tool names are spelled towards the model. Default: `safe`. */
  readonly dialect?: Dialect
  /** Keeps tools out of the session, with the reason. */
  readonly hide?: SnapshotOptions['hide']
  readonly signal?: AbortSignal
}
