import { extname } from 'node:path'
import type { ToolContext } from '@drawbridge/core'
import type { Scrubber, ScrubberParts } from '@drawbridge/core/scrub'
import { createThreadPool } from '@drawbridge/sandbox/thread'
import { changeWindows, formatDiff } from './format-diff.ts'
import type { EditInput } from './match-edit.ts'
import { isLargeChange, lengthOfEdit, planEdit } from './plan-edit.ts'
import type { AppliedChange, ChangedRange, EditFailure, PlannedEdit, SourceText } from './source-text.ts'

/** An edit at the places that a model found. */
export interface FoundEdit {
  readonly plan: WorkedOutEdit
  /** The edits that did not match, by their position from 0. */
  readonly corrected: readonly number[]
  readonly model: string
}

/** An edit to work out in a thread, by the bytes of the file; undefined for a file that does not exist. */
export interface EditJob {
  readonly input: EditInput
  readonly current: Uint8Array | undefined
  readonly scrubber: ScrubberParts
}

/** The effect of an edit on a file and its report, as plain data. */
export interface WorkedOutEdit {
  readonly status: 'planned'
  /** The new content, in pieces that follow one another. */
  readonly pieces: readonly Uint8Array[]
  /** Every byte outside of them stays. Of a great many the last covers all that follow. */
  readonly ranges: readonly ChangedRange[]
  readonly strategies: PlannedEdit['strategies']
  readonly diff: string
  /** Our words on a harm that the edit does to the file as a whole. */
  readonly warning: string | undefined
}

const maxDiffLines = 60

const mostRanges = 1_000

const threads = createThreadPool<EditJob, WorkedOutEdit | EditFailure>({
  module: import.meta.resolve('@drawbridge/tools/edit-thread'),
  // The text of the largest file that is edited, as it is and in several forms.
  memoryMb: 4_096,
})

/**
 * Works out an edit like `workOutEdit`; what is large in a thread, since the worst texts take seconds. Rejects with the reason of the
 * signal, and if the thread dies.
 */
export async function editBeside(
  input: EditInput,
  current: Uint8Array | undefined,
  { scrubber, signal }: Pick<ToolContext, 'scrubber' | 'signal'>,
): Promise<WorkedOutEdit | EditFailure> {
  const parts = isLargeChange(lengthOfEdit(input), current) ? scrubber.parts() : undefined
  return parts === undefined
    ? await workOutEdit(input, current, scrubber)
    : threads.run({ input, current, scrubber: parts }, signal)
}

/** Works out an edit of given bytes; pure. Undefined stands for a file that does not exist. */
export async function workOutEdit(
  input: EditInput,
  current: Uint8Array | undefined,
  scrubber: Scrubber,
): Promise<WorkedOutEdit | EditFailure> {
  const plan = await planEdit(input, current, scrubber)
  if (plan.status === 'failed') return plan
  const { source, change, strategies } = plan
  const diff = formatDiff(changeWindows(source, change, { scrubber, maxLines: maxDiffLines }), maxDiffLines)
  return {
    status: 'planned',
    pieces: change.pieces,
    ranges: fewRanges(change),
    strategies,
    diff: diff.text,
    warning: invalidJsonNote(input.path, source, change.pieces),
  }
}

function fewRanges({ ranges }: AppliedChange): readonly ChangedRange[] {
  const next = ranges[mostRanges - 1]
  const last = ranges.at(-1)
  if (ranges.length <= mostRanges || next === undefined || last === undefined) return ranges
  const rest = { ...next, oldEndLine: last.oldEndLine, newEndLine: last.newEndLine }
  return [...ranges.slice(0, mostRanges - 1), rest]
}

const mostBytes = 8 * 1024 * 1024

/** Returns our words on an edit that makes a valid JSON file or notebook invalid; undefined for any other. */
function invalidJsonNote(path: string, source: SourceText, pieces: readonly Uint8Array[]): string | undefined {
  const isNotebook = extname(path).toLowerCase() === '.ipynb'
  if (!isNotebook && extname(path).toLowerCase() !== '.json') return undefined
  if (source.bytes.length > mostBytes) return undefined
  const after = Buffer.concat(pieces).subarray(source.format.bomBytes)
  if (problemOf(source.text() ?? '', isNotebook) !== undefined) return undefined
  const problem = problemOf(source.format.codec.decode(after), isNotebook)
  return problem === undefined
    ? undefined
    : `The file was valid before and is not any more: ${problem}. Correct it with another edit.`
}

function problemOf(text: string, isNotebook: boolean): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const hasCells = typeof value === 'object' && value !== null && 'cells' in value && Array.isArray(value.cells)
    return isNotebook && !hasCells ? 'a notebook needs a list of cells' : undefined
  } catch (error) {
    const place = /line \d+ column \d+/.exec(String(error))?.[0]
    return `it is not JSON${place === undefined ? '' : ` (${place})`}`
  }
}
