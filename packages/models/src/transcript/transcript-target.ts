import type { ModelFamily } from '@drawbridge/core/model'

/** The model that a transcript is checked for. */
export interface TranscriptTarget {
  /** The id of the model. */
  readonly model: string
  readonly family: ModelFamily
  /** The window in tokens. */
  readonly context: number
  /** The longest answer in tokens. */
  readonly maxOutput: number
}

/** Notes a repair. */
export type NoteRepair = (rule: string, message: string) => void
