import type { Scrubber } from '@drawbridge/core/scrub'
import { createThreadPool } from '@drawbridge/sandbox/thread'
import type { EditFailure } from '../edit/index.ts'
import type { EditInput } from '../edit-input.ts'
import { type ChangeCall, type ChangePreview, previewChange } from '../preview-change.ts'
import type { ChangeAnswer, ChangeJob } from './change-job.ts'
import { type WorkedOutEdit, workOutEdit } from './work-out-edit.ts'

/** What changes are worked out with. */
export interface ChangeSetting {
  readonly scrubber: Scrubber
  /** Ends the work, also in its midst. */
  readonly signal: AbortSignal
}

const threads = createThreadPool<ChangeJob, ChangeAnswer>({
  module: import.meta.resolve('@drawbridge/tools/change-thread'),
  // The text of the largest file that is edited, as it is and in several forms.
  memoryMb: 4_096,
})

/** A file and what is to become of it, together so long, are worked out at once: in a few milliseconds, whatever they hold. */
const quickLength = 128 * 1024

/**
 * Works out an edit like `workOutEdit`; what is large in a thread, since the worst texts take seconds. Rejects with the reason of the
 * signal, and where the thread dies.
 */
export async function editBeside(
  input: EditInput,
  current: Uint8Array | undefined,
  { scrubber, signal }: ChangeSetting,
): Promise<WorkedOutEdit | EditFailure> {
  const parts = isLarge(wishLength(input), current) ? scrubber.parts() : undefined
  if (parts === undefined) return workOutEdit(input, current, scrubber)
  const answer = await threads.run({ kind: 'edit', input, current, scrubber: parts }, signal)
  if (answer.kind !== 'edit') throw new TypeError('The thread answered another question.')
  return answer.result
}

/** Shows a change like `previewChange`, what is large in a thread. Rejects as `editBeside` does. */
export async function previewBeside(
  call: ChangeCall,
  current: Uint8Array | undefined,
  { scrubber, signal }: ChangeSetting,
): Promise<ChangePreview> {
  const length = call.tool === 'fs.edit' ? wishLength(call.input) : call.input.content.length
  const parts = isLarge(length, current) ? scrubber.parts() : undefined
  if (parts === undefined) return previewChange(call, current, scrubber)
  const answer = await threads.run({ kind: 'preview', call, current, scrubber: parts }, signal)
  if (answer.kind !== 'preview') throw new TypeError('The thread answered another question.')
  return answer.result
}

function isLarge(length: number, current: Uint8Array | undefined): boolean {
  return length + (current?.length ?? 0) > quickLength
}

function wishLength({ edits = [], unified_diff: diff = '' }: EditInput): number {
  return edits.reduce((sum, edit) => sum + edit.old.length + edit.new.length, diff.length)
}
