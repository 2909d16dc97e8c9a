import type { ScrubberParts } from '@drawbridge/core/scrub'
import type { EditFailure } from '../edit/index.ts'
import type { EditInput } from '../edit-input.ts'
import type { ChangeCall, ChangePreview } from '../preview-change.ts'
import type { WorkedOutEdit } from './work-out-edit.ts'

/** A change of a file that a thread is to work out, by its bytes; undefined for a file that does not exist. */
export type ChangeJob = { readonly current: Uint8Array | undefined; readonly scrubber: ScrubberParts } & (
  | { readonly kind: 'edit'; readonly input: EditInput }
  | { readonly kind: 'preview'; readonly call: ChangeCall }
)

export type ChangeAnswer =
  | { readonly kind: 'edit'; readonly result: WorkedOutEdit | EditFailure }
  | { readonly kind: 'preview'; readonly result: ChangePreview }
