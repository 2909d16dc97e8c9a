import type { OutcomeCode } from '@drawbridge/core'

/** One wish of a model: this text, found exactly once (or everywhere), becomes that text. */
export interface TextEdit {
  readonly old: string
  readonly new: string
  readonly replaceAll: boolean
}

/**
 * How old text was found, strictest first. Each tolerates what the ones before it do.
 * - `exact`: byte for byte.
 * - `line_ends`: `\n` against `\r\n`, a byte order mark at the front.
 * - `blanks_and_typography`: blanks at line ends; quotes, dashes and spaces of the same width in other Unicode forms.
 * - `indentation`: every line shifted by the same leading blanks.
 */
export type MatchStrategy = 'exact' | 'line_ends' | 'blanks_and_typography' | 'indentation'

/** Bytes of a file that give way to other bytes. Everything outside stays as it is. */
export interface Replacement {
  /** First byte. */
  readonly start: number
  /** Byte after the last. */
  readonly end: number
  readonly content: Uint8Array
}

/** Why nothing was changed, written for the model. */
export interface EditFailure {
  readonly status: 'failed'
  readonly code: OutcomeCode
  /** Our words alone. */
  readonly message: string
  /** Words of the file that explain the failure: shown beside the message, never as ours. */
  readonly excerpt?: string
  readonly data?: unknown
}

/** Makes an {@link EditFailure}. */
export function editFailure(
  code: OutcomeCode,
  message: string,
  details: Pick<EditFailure, 'excerpt' | 'data'> = {},
): EditFailure {
  return { status: 'failed', code, message, ...details }
}
