/** Something that another part, perhaps of another process, should look at again. */
export interface Change {
  /** A feature's word for what changes, such as `approval`. */
  readonly topic: string
  /** The key of the changed row. Undefined if changes may have been missed, so that the whole topic must be read again. */
  readonly key: string | undefined
}

/** A listener for changes. Must not throw: an error is shown as a warning of the process. */
export type ChangeListener = (change: Change) => void
