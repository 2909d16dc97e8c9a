import type { DynamicMatcher } from './dynamic-matcher.ts'
import { createLiteralMatcher } from './literal-matcher.ts'
import type { Redaction } from './redaction.ts'

/** A registered value with its `packedForms`. */
export interface PackedValue {
  readonly value: string
  readonly rule: string
  readonly packed: readonly string[]
}

/**
 * The text between the parts of an encoded value: line ends of wrapped base64, blanks and separators between numbers.
 */
const separators = /[\s:,]+/g
/** A line of a dump: its offset in the file, then its bytes. */
const dumpLine = /^[ \t]*[\dA-Fa-f]{4,16}:?[ \t]+(?=\S)/
/** Bytes in a line of a dump, and characters that a line has at most. */
const bytesInLine = 16
const longestDumpLine = 120

/**
 * Finds registered values whose encoded bytes are not in one piece: wrapped, separated, or in the lines of a dump
 * (`xxd`, `od`, `hexdump`). The text is searched again without separators, and dumps again without their line prefixes
 * and suffixes.
 */
export function createPackedMatcher(values: readonly PackedValue[]): DynamicMatcher {
  const encoded = createNamedMatcher(values, ({ packed }) => packed)
  // A dump of characters shows the value itself, one character a column.
  const dumped = createNamedMatcher(values, ({ value, packed }) =>
    [...packed, value.replaceAll(/\s+/g, '')].filter((form) => form.length > 3),
  )
  const longestValue = Math.max(...values.map(({ value }) => 4 * value.length))
  const linesHeldBack = Math.ceil(longestValue / bytesInLine) + 1

  return {
    find(text) {
      const found: Redaction[] = []
      // A form that is not in one piece takes up more than its length.
      if (text.length > encoded.shortest) findApart(text, found)
      if (text.length > dumped.shortest) findInDumps(text, found)
      return found
    },
    partialStart(text) {
      const tail = Math.max(0, text.length - 3 * encoded.longest)
      const packed = pack(text.slice(tail), separators)
      const start = encoded.partialStart(packed.text)
      const held = start < packed.text.length ? tail + packed.position(start) : text.length
      return Math.min(held, dumpStart(text, linesHeldBack))
    },
  }

  function findApart(text: string, found: Redaction[]): void {
    const packed = pack(text, separators)
    encoded.match(packed.text, (rule, start, end) => {
      const last = packed.position(end - 1) + 1
      const first = packed.position(start)
      if (last - first > end - start) found.push({ rule, start: first, end: last })
    })
  }

  function findInDumps(text: string, found: Redaction[]): void {
    for (const dump of dumpsIn(text)) {
      dumped.match(dump.text, (rule, start, end) => {
        const last = dump.position(end - 1)
        // Behind the bytes their characters are shown.
        found.push({ rule, start: dump.position(start), end: endOfDumpLine(text, last) })
      })
    }
  }
}

interface NamedMatcher {
  readonly shortest: number
  readonly longest: number
  match(text: string, found: (rule: string, start: number, end: number) => void): void
  partialStart(text: string): number
}

function createNamedMatcher(
  values: readonly PackedValue[],
  formsOf: (value: PackedValue) => readonly string[],
): NamedMatcher {
  const rules = new Map<string, string>()
  for (const value of values) for (const form of formsOf(value)) if (!rules.has(form)) rules.set(form, value.rule)
  const names = [...rules.values()]
  const literals = createLiteralMatcher([...rules.keys()])
  const lengths = Array.from(rules.keys(), (form) => form.length)
  return {
    shortest: Math.min(...lengths),
    longest: Math.max(...lengths),
    match: (text, found) => literals.match(text, (literal, start, end) => found(names[literal] ?? '', start, end)),
    partialStart: literals.partialStart,
  }
}

/** A text without some parts of another, and the positions of its units in that. */
interface PackedText {
  readonly text: string
  /** Fast for rising offsets. */
  position(offset: number): number
}

function pack(text: string, left: RegExp): PackedText {
  let pieces: readonly (readonly [start: number, end: number])[] | undefined
  const keptPieces = () => {
    const kept: [number, number][] = []
    let from = 0
    for (const { index, 0: gap } of text.matchAll(left)) {
      if (index > from) kept.push([from, index])
      from = index + gap.length
    }
    if (from < text.length) kept.push([from, text.length])
    return kept
  }
  return {
    text: text.replaceAll(left, ''),
    position(offset) {
      pieces ??= keptPieces()
      return positionIn(pieces, offset)
    },
  }
}

/** Dumps are a few lines among others, so that looking a position up from the beginning costs little. */
function positionIn(pieces: readonly (readonly [start: number, end: number])[], offset: number): number {
  let left = offset
  for (const [start, end] of pieces) {
    if (left < end - start) return start + left
    left -= end - start
  }
  return pieces.at(-1)?.[1] ?? 0
}

/** Runs of lines of a dump, without offsets and without the characters behind the bytes. */
function dumpsIn(text: string): readonly PackedText[] {
  const dumps: PackedText[] = []
  let pieces: [number, number][] = []
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    const line = readDumpLine(text.slice(start, Math.min(end, start + longestDumpLine)), start)
    if (line.length > 0) pieces.push(...line)
    else if (pieces.length > 0) {
      dumps.push(dumpOf(text, pieces))
      pieces = []
    }
    start = end + 1
  }
  if (pieces.length > 0) dumps.push(dumpOf(text, pieces))
  return dumps
}

function dumpOf(text: string, pieces: readonly [number, number][]): PackedText {
  return {
    text: pieces.map(([start, end]) => text.slice(start, end)).join(''),
    position: (offset) => positionIn(pieces, offset),
  }
}

/** The number of values in a line of a dump, by their width. */
const numbersInLine: ReadonlyMap<number, number> = new Map([
  [1, 16],
  [2, 16],
  [3, 16],
  [4, 8],
  [6, 8],
  [8, 4],
])

const noPieces: readonly [number, number][] = []

function readDumpLine(line: string, at: number): readonly [number, number][] {
  const offset = dumpLine.exec(line)?.[0].length
  if (offset === undefined) return noPieces
  const words = Array.from(line.slice(offset).matchAll(/\S+/g))
  const width = words[0]?.[0].length ?? 0
  const most = numbersInLine.get(width)
  if (most === undefined) return noPieces
  const other = words.findIndex(({ 0: word }) => word.length > Math.max(3, width))
  return words
    .slice(0, other < 0 ? most : Math.min(most, other))
    .map(({ index, 0: word }) => [at + offset + index, at + offset + index + word.length])
}

function endOfDumpLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  const longest = Math.max(from + 1, text.lastIndexOf('\n', from) + 1 + longestDumpLine)
  return Math.min(feed < 0 ? text.length : feed, longest)
}

/** Returns the start of the last lines of a dump at the end of the text; the text's length if there are none. */
function dumpStart(text: string, lines: number): number {
  let held = text.length
  let end = text.length
  for (let line = 0; line <= lines && end > 0; line += 1) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    if (end - start > longestDumpLine || !/^[ \t]*[\dA-Fa-f]{1,16}(?::|[ \t]|$)/.test(text.slice(start, end))) break
    held = start
    end = start - 1
  }
  return held
}
