import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import { diffArrays } from 'diff'
import {
  type AppliedChange,
  applyReplacements,
  applyWithin,
  createSource,
  type EditFailure,
  editFailure,
  lineEndAt,
  lineStartAt,
  type Replacement,
  type SourceText,
} from './source-text.ts'

/** A line of the shown text, with its line end, and what its stand-ins stand for. */
interface ShownLine {
  readonly text: string
  readonly hidden: readonly string[]
}

/** For a change of more lines than this, unchanged lines are not searched for. */
const maxEditLength = 2_000

interface Surroundings {
  readonly before: string
  readonly behind: string
}

/** Whole lines in which something is replaced. */
interface Region {
  readonly start: number
  readonly end: number
  readonly replacements: readonly Replacement[]
}

/** A part of a file that a model is shown as a marker. Offsets in bytes. */
interface HiddenPart {
  readonly shownStart: number
  readonly shownEnd: number
  /** The end in the file. */
  readonly end: number
  readonly text: string
}

/** A file as a model is shown it, on which edits that quote markers are worked out. */
export interface ShownSource {
  /** The file with `standIn` in the place of every marker: one character, so that no edit can cut a marker in two. */
  readonly source: SourceText
  readonly standIn: string
  /** The byte of the file that a byte of the shown text stands for; both at the bounds of characters. */
  toFile(offset: number): number
  /** Returns the values of the stand-ins between two bytes of the shown text, in order. */
  hiddenBetween(start: number, end: number): readonly string[]
}

/** Control characters that no text has a use for, and that every encoding can write. */
const standIns =
  '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017'

/**
 * Replaces the secrets in a file. A marker that the file itself contains is hidden too, since a reader of the text
 * cannot tell it from the others. Undefined for a file that is not clean text of one encoding, or if the file and the
 * edit together contain every stand-in.
 */
export function showSource(
  source: SourceText,
  { scrubber, wish }: { readonly scrubber: Scrubber; readonly wish: string },
): ShownSource | undefined {
  const text = source.text()
  if (text === undefined) return undefined
  const standIn = [...standIns].find((character) => !text.includes(character) && !wish.includes(character))
  const encoded = standIn === undefined ? undefined : source.encode(standIn)
  if (standIn === undefined || encoded === undefined) return undefined
  const hidden: HiddenPart[] = []
  const pieces: Uint8Array[] = []
  let copied = 0
  let length = 0
  for (const part of hiddenParts(text, scrubber)) {
    const start = source.byteOffset(part.start)
    const end = source.byteOffset(part.end)
    pieces.push(source.bytes.subarray(copied, start), encoded)
    const shownStart = length + start - copied
    length = shownStart + encoded.length
    copied = end
    hidden.push({ shownStart, shownEnd: length, end, text: text.slice(part.start, part.end) })
  }
  pieces.push(source.bytes.subarray(copied))
  return {
    source: createSource(Buffer.concat(pieces), source.format),
    standIn,
    toFile(offset) {
      const before = hidden[firstEndingAfter(hidden, offset) - 1]
      return before === undefined ? offset : before.end + offset - before.shownEnd
    },
    hiddenBetween(start, end) {
      const found: string[] = []
      for (let index = firstEndingAfter(hidden, start); index < hidden.length; index += 1) {
        const part = hidden[index]
        if (part === undefined || part.shownEnd > end) break
        if (part.shownStart >= start) found.push(part.text)
      }
      return found
    },
  }
}

/** Index of the first part that ends after the offset. */
function firstEndingAfter(parts: readonly HiddenPart[], offset: number): number {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((parts[middle]?.shownEnd ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

interface TextRange {
  readonly start: number
  readonly end: number
}

/** Returns the redacted parts and the file's own markers outside them, in the order of the text. */
function hiddenParts(text: string, scrubber: Scrubber): readonly TextRange[] {
  const secrets: readonly TextRange[] = scrubber.scrub(text).redactions
  const own: TextRange[] = []
  let next = 0
  for (let at = text.indexOf(redactionMarker); at !== -1; at = text.indexOf(redactionMarker, at + 1)) {
    const end = at + redactionMarker.length
    while ((secrets[next]?.end ?? end) <= at) next += 1
    if ((secrets[next]?.start ?? end) >= end) own.push({ start: at, end })
  }
  return [...secrets, ...own].toSorted((left, right) => left.start - right.start)
}

/** Returns the failure of a change that would write a marker into a file, or move a hidden secret. */
export function failRedacted(path: string): EditFailure {
  return editFailure(
    'redacted_content',
    `${redactionMarker} in the new text would mean a hidden secret of "${path}", and it is not clear which one. Nothing was changed. Edit the lines around it: leave the marker out, or keep each one on its line as it is in the old text.`,
  )
}

/** Returns the failure of an edit of a file that cannot be shown without its secrets. It reveals nothing about them. */
export function failUnseen(path: string): EditFailure {
  return editFailure(
    'text_not_found',
    `The old text does not occur in the visible part of "${path}". Nothing was changed. Use visible text around its secrets.`,
  )
}

/** A change of the shown text as the change of the file that it means: each secret stays what it is, or nothing changes. */
export function restoreChange(
  source: SourceText,
  shown: ShownSource,
  change: AppliedChange,
  path: string,
): AppliedChange | EditFailure {
  const replacements: Replacement[] = []
  for (const region of changedRegions(shown.source, change.replacements)) {
    const restored = restoreLines(shownLines(shown, region), newLines(shown.source, region), shown.standIn)
    const content = restored === undefined ? undefined : source.encode(restored)
    if (content === undefined) return failRedacted(path)
    replacements.push({ start: shown.toFile(region.start), end: shown.toFile(region.end), content })
  }
  return applyReplacements(source, replacements)
}

function changedRegions(source: SourceText, replacements: readonly Replacement[]): readonly Region[] {
  const regions: { start: number; end: number; replacements: Replacement[] }[] = []
  for (const replacement of replacements) {
    const start = lineStartAt(source, replacement.start)
    const end = lineEndAt(source, replacement.end)
    const last = regions.at(-1)
    if (last === undefined || start >= last.end) regions.push({ start, end, replacements: [replacement] })
    else {
      last.end = Math.max(last.end, end)
      last.replacements.push(replacement)
    }
  }
  return regions
}

function shownLines({ source, hiddenBetween }: ShownSource, { start, end }: Region): readonly ShownLine[] {
  const lines: ShownLine[] = []
  for (let at = start; at < end; ) {
    const next = lineEndAt(source, at)
    const text = source.format.codec.decode(source.bytes.subarray(at, next))
    lines.push({ text, hidden: hiddenBetween(at, next) })
    at = next
  }
  return lines
}

function newLines(source: SourceText, region: Region): readonly string[] {
  const text = source.format.codec.decode(applyWithin(source, region))
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/**
 * Puts secrets back into new lines. A line that stays keeps its own secret; lines that replace others take over their secrets, one
 * for one and in order. Returns undefined if the secret that is meant is ambiguous.
 */
function restoreLines(old: readonly ShownLine[], next: readonly string[], standIn: string): string | undefined {
  if (isAmbiguous(old, next)) return undefined
  const parts = diffArrays(
    old.map(({ text }) => text),
    [...next],
    { maxEditLength },
  )
  if (parts === undefined) return undefined
  let at = 0
  let result = ''
  let removed: readonly ShownLine[] = []
  for (const part of [...parts, undefined]) {
    if (part?.removed === true) {
      removed = old.slice(at, at + part.value.length)
      at += part.value.length
      continue
    }
    const restored = restoreBlock(removed, part?.added === true ? part.value : [], standIn)
    if (restored === undefined) return undefined
    removed = []
    result += restored
    if (part === undefined || part.added) continue
    const kept = old.slice(at, at + part.value.length)
    at += kept.length
    result += kept.map((line) => fill(line.text.split(standIn), line.hidden)).join('')
  }
  return result
}

/** If some of several lines that look the same but hide different secrets are removed, it is unclear which ones. */
function isAmbiguous(old: readonly ShownLine[], next: readonly string[]): boolean {
  const hiddenByText = new Map<string, Set<string>>()
  for (const { text, hidden } of old) {
    if (hidden.length === 0) continue
    hiddenByText.set(text, (hiddenByText.get(text) ?? new Set()).add(JSON.stringify(hidden)))
  }
  const before = countEach(old.map(({ text }) => text))
  const after = countEach(next)
  return [...hiddenByText].some(([text, hidden]) => hidden.size > 1 && before.get(text) !== after.get(text))
}

function countEach(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function restoreBlock(removed: readonly ShownLine[], added: readonly string[], standIn: string): string | undefined {
  const text = added.join('')
  if (!text.includes(standIn)) return text
  const hidden = removed.flatMap((line) => line.hidden)
  const pieces = text.split(standIn)
  if (pieces.length - 1 !== hidden.length) return undefined
  const before = removed
    .map((line) => line.text)
    .join('')
    .split(standIn)
  return changesPlaces(surroundings(before), surroundings(pieces), hidden) ? undefined : fill(pieces, hidden)
}

/** Returns the text before and after each stand-in on the same line, ignoring blanks. */
function surroundings(pieces: readonly string[]): readonly Surroundings[] {
  return pieces.slice(1).map((behind, index) => ({
    before: (pieces[index] ?? '').replace(/^[\s\S]*\n/, '').replaceAll(/\s+/g, ''),
    behind: behind.replace(/\r?\n[\s\S]*$/, '').replaceAll(/\s+/g, ''),
  }))
}

/** Returns true if a stand-in seems to have moved to the place of another one: then order does not tell them apart. */
function changesPlaces(
  old: readonly Surroundings[],
  next: readonly Surroundings[],
  hidden: readonly string[],
): boolean {
  const isLike = (left: string | undefined, right: string | undefined) => left !== '' && left === right
  return next.some((here, index) => {
    const own = old[index]
    return old.some(
      (other, place) =>
        hidden[place] !== hidden[index] &&
        ((isLike(here.before, other.before) && here.before !== own?.before) ||
          (isLike(here.behind, other.behind) && here.behind !== own?.behind)),
    )
  })
}

function fill(pieces: readonly string[], hidden: readonly string[]): string {
  return pieces.map((piece, index) => piece + (hidden[index] ?? '')).join('')
}
