import { unitBytes } from '../text/index.ts'
import { lineEndNear, toLineFeeds, withLineEnds } from './line-end.ts'
import type { SourceText } from './source-text.ts'
import type { TextEdit } from './text-edit.ts'

/** Text of the file that an edit means, in bytes, with what takes its place. */
export interface Match {
  /** Where the old text begins. */
  readonly at: number
  /** What is replaced: the old text, less what stays at its front and back. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Places looked for where only one is allowed; more count as "or more". */
const maxRivals = 100

/** How many places of an edit are worth finding. */
export function maxMatchesOf(edit: TextEdit): number {
  return edit.replaceAll ? Number.POSITIVE_INFINITY : maxRivals
}

/**
 * Every place where the old text stands byte for byte; where only one is allowed, overlapping ones are rivals too: "aa" stands
 * twice in "aaa".
 * A place that would cut a `\r\n` in two is none. New text follows the file's own line end where the old text has none;
 * else the old text has shown that the model knows them, and the new text is taken literally.
 */
export function matchExact(source: SourceText, edit: TextEdit): Match[] {
  const needle = source.encode(edit.old)
  if (needle === undefined || needle.length === 0) return []
  const found: Match[] = []
  const step = edit.replaceAll ? needle.length : 1
  for (const start of positionsOf(source, needle, step)) {
    const end = start + needle.length
    found.push({ at: start, start, end, text: replacementText(source, edit, start, end) })
    if (found.length === maxMatchesOf(edit)) break
  }
  return found
}

function* positionsOf(source: SourceText, needle: Uint8Array, step: number): Generator<number> {
  const haystack = Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength)
  const unit = unitBytes(source.format.encoding)
  let from = source.format.bomBytes
  while (true) {
    const at = haystack.indexOf(needle, from)
    if (at === -1) return
    const isAligned = (at - source.format.bomBytes) % unit === 0
    const isPlace = isAligned && !splitsLineEnd(source, at) && !splitsLineEnd(source, at + needle.length)
    if (isPlace) yield at
    from = at + (isPlace ? step : 1)
  }
}

function splitsLineEnd(source: SourceText, at: number): boolean {
  const carriageReturn = source.encode('\r\n') ?? new Uint8Array()
  const unit = carriageReturn.length / 2
  return Buffer.compare(source.bytes.subarray(at - unit, at + unit), carriageReturn) === 0
}

function replacementText(source: SourceText, edit: TextEdit, start: number, end: number): string {
  if (edit.old.includes('\n') || !edit.new.includes('\n')) return edit.new
  const lineEnd = lineEndNear(source, start, end)
  return withLineEnds(toLineFeeds(edit.new), () => lineEnd)
}
