import { unitBytes } from '../text/index.ts'
import { lineEndNear, toLineFeeds, withLineEnds } from './line-end.ts'
import { occurrences } from './occurrences.ts'
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

/** Places that one edit replaces at most; more are the business of programs. */
export const maxPlaces = 20_000

/** What all places of one edit together may become, in UTF-16 units; nothing more is worked out then. */
export const maxNewText = 64 * 1024 * 1024

/** How many places of an edit are worth finding. */
export function maxMatchesOf(edit: TextEdit): number {
  return edit.replaceAll ? maxPlaces + 1 : maxRivals
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
    if (found.length === maxMatchesOf(edit) || found.length * edit.new.length > maxNewText) break
  }
  return found
}

function* positionsOf(source: SourceText, needle: Uint8Array, step: number): Generator<number> {
  const unit = unitBytes(source.format.encoding)
  let from = source.format.bomBytes
  for (const at of foundIn(source.bytes, needle, from)) {
    const isAligned = (at - source.format.bomBytes) % unit === 0
    if (at < from || !isAligned || splitsLineEnd(source, at) || splitsLineEnd(source, at + needle.length)) continue
    yield at
    from = at + step
  }
}

/** Longer ones are looked for by a search that does not begin again at each place. */
const shortNeedle = 16

function* foundIn(bytes: Uint8Array, needle: Uint8Array, from: number): Generator<number> {
  if (needle.length > shortNeedle) return yield* occurrences(bytes, needle, from)
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = haystack.indexOf(needle, from); at !== -1; at = haystack.indexOf(needle, at + 1)) yield at
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
