import type { Scrubber } from '@drawbridge/core/scrub'
import type { AppliedChange, ChangedRange, EditFailure } from '../edit/index.ts'
import type { EditInput } from '../edit-input.ts'
import { type PlannedEdit, planEdit } from '../plan/index.ts'
import { changeWindows, formatDiff } from '../preview/index.ts'

/** What an edit makes of a file and what is told of it, as plain data. */
export interface WorkedOutEdit {
  readonly status: 'planned'
  /** The new content, in pieces that follow one another. */
  readonly pieces: readonly Uint8Array[]
  /** Every byte outside of them stays. Of a great many the last covers all that follow. */
  readonly ranges: readonly ChangedRange[]
  readonly strategies: PlannedEdit['strategies']
  readonly diff: string
}

const maxDiffLines = 60
const mostRanges = 1_000

/** Works out an edit of given bytes; pure. Undefined stands for a file that does not exist. */
export function workOutEdit(
  input: EditInput,
  current: Uint8Array | undefined,
  scrubber: Scrubber,
): WorkedOutEdit | EditFailure {
  const plan = planEdit(input, current, scrubber)
  if (plan.status === 'failed') return plan
  const { source, change, strategies } = plan
  const diff = formatDiff(changeWindows(source, change, { scrubber, maxLines: maxDiffLines }), maxDiffLines)
  return { status: 'planned', pieces: change.pieces, ranges: fewRanges(change), strategies, diff: diff.text }
}

function fewRanges({ ranges }: AppliedChange): readonly ChangedRange[] {
  const next = ranges[mostRanges - 1]
  const last = ranges.at(-1)
  if (ranges.length <= mostRanges || next === undefined || last === undefined) return ranges
  const rest = { ...next, oldEndLine: last.oldEndLine, newEndLine: last.newEndLine }
  return [...ranges.slice(0, mostRanges - 1), rest]
}
