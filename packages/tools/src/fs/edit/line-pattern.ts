/** A stretch of the file's text in which old text stands. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Characters that look alike and have one UTF-16 unit each, so that columns stay the same. */
const lookAlikes = [
  "'\u2018\u2019\u201a\u201b\u2032\u00b4`",
  '"\u201c\u201d\u201e\u201f\u2033',
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
  ' \u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
]

const lookAlike = /[\u00a0\u00b4`\u2000-\u2015\u2018-\u201f\u202f\u2032\u2033\u205f\u2212\u3000]/g

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The first of each group for all of it; every other unit for itself. */
const folded = Uint16Array.from({ length: 0x10000 }, (_, code) => code)
for (const group of lookAlikes) for (const character of group) folded[character.charCodeAt(0)] = group.charCodeAt(0)

/** A file's text in the forms in which it is compared with old text, each made once. */
export interface ComparedText {
  readonly text: string
  exact(): ComparedUnits
  tolerant(): ComparedUnits
  lines(): ComparedLines
}

export function comparedText(text: string): ComparedText {
  let exact: ComparedUnits | undefined
  let tolerant: ComparedUnits | undefined
  let lines: ComparedLines | undefined
  return {
    text,
    exact: () => {
      exact ??= comparedUnits(text, false)
      return exact
    },
    tolerant: () => {
      tolerant ??= comparedUnits(text, true)
      return tolerant
    },
    lines: () => {
      lines ??= comparedLines(text)
      return lines
    },
  }
}

/** Finds old text with either line end. A place begins and ends before or after `\r\n`, never inside. */
export function* lineEndPlaces({ text, exact }: ComparedText, old: string): Generator<TextRange> {
  const units = exact()
  const wanted = comparedUnits(old, false).codes
  for (const at of occurrences(units.codes, wanted)) {
    yield { start: units.starts[at] ?? 0, end: endOfUnit(text, units, at + wanted.length - 1) }
  }
}

/** Also with other blanks at line ends and look-alike characters. */
export function* typographyPlaces({ text, tolerant }: ComparedText, old: string): Generator<TextRange> {
  const units = tolerant()
  const wanted = comparedUnits(old, true).codes
  const endsLine = isBlankUnit(old, old.length - 1)
  for (const at of occurrences(units.codes, wanted)) {
    const last = at + wanted.length - 1
    const next = units.codes[last + 1]
    if (endsLine && next !== undefined && next !== lineFeed) continue
    const startsWithBreak = units.codes[at] === lineFeed
    // The blanks before a leading line break belong to the place, like those before the others.
    const start = !startsWithBreak ? (units.starts[at] ?? 0) : at === 0 ? 0 : endOfUnit(text, units, at - 1)
    yield { start, end: endsLine ? (units.starts[last + 1] ?? text.length) : endOfUnit(text, units, last) }
  }
}

/** Whole lines only, each with any indentation: whether all are shifted alike is for the caller to check. */
export function* indentationPlaces({ text, lines }: ComparedText, old: string): Generator<TextRange> {
  const { ids, codes, starts } = lines()
  const endsWithBreak = old.endsWith('\n')
  const wanted = (endsWithBreak ? old.slice(0, -1) : old).split('\n').map((line) => ids.get(lineKey(line, line.length)))
  if (wanted.includes(undefined)) return
  for (const at of occurrences(
    codes,
    wanted.map((id) => id ?? 0),
  )) {
    const last = at + wanted.length - 1
    const feed = (starts[last + 1] ?? 0) - 1
    if (endsWithBreak && feed >= text.length) continue
    const hasReturn = feed < text.length && feed > (starts[last] ?? 0) && text[feed - 1] === '\r'
    yield { start: starts[at] ?? 0, end: endsWithBreak ? feed + 1 : Math.min(hasReturn ? feed - 1 : feed, text.length) }
  }
}

/** Lines without their blanks, a number for each that differs, and the positions at which they begin. */
interface ComparedLines {
  readonly ids: ReadonlyMap<string, number>
  readonly codes: Uint32Array
  readonly starts: Uint32Array
}

function comparedLines(text: string): ComparedLines {
  const lines = text.split('\n')
  const ids = new Map<string, number>()
  const codes = new Uint32Array(lines.length)
  const starts = new Uint32Array(lines.length + 1)
  for (const [index, line] of lines.entries()) {
    const key = lineKey(line, line.endsWith('\r') && index + 1 < lines.length ? line.length - 1 : line.length)
    const id = ids.get(key) ?? ids.size + 1
    if (id > ids.size) ids.set(key, id)
    codes[index] = id
    starts[index + 1] = (starts[index] ?? 0) + line.length + 1
  }
  return { ids, codes, starts }
}

export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

/** Returns the line in the form that is compared if its indentation may differ. */
function lineKey(line: string, lineEnd: number): string {
  let start = 0
  while (isBlankUnit(line, start)) start += 1
  let end = lineEnd
  while (end > start && isBlankUnit(line, end - 1)) end -= 1
  const content = line.slice(start, end)
  return content.replaceAll(lookAlike, (character) => String.fromCharCode(folded[character.charCodeAt(0)] ?? 0))
}

/** A text as it is compared, with the position of each unit. */
interface ComparedUnits {
  readonly codes: Uint16Array
  readonly starts: Uint32Array
}

/** `\r\n` is one unit; with `tolerant`, look-alikes are one character and blanks at line ends and at the text's end are none. */
function comparedUnits(text: string, tolerant: boolean): ComparedUnits {
  const codes = new Uint16Array(text.length)
  const starts = new Uint32Array(text.length)
  let length = 0
  /** Units since which there are only blanks. */
  let solid = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const isBreak = code === lineFeed || (code === carriageReturn && text.charCodeAt(index + 1) === lineFeed)
    if (isBreak && tolerant) length = solid
    codes[length] = isBreak ? lineFeed : tolerant ? (folded[code] ?? 0) : code
    starts[length] = index
    length += 1
    if (isBreak && code === carriageReturn) index += 1
    if (isBreak || !isBlankUnit(text, index)) solid = length
  }
  if (tolerant) length = solid
  return { codes: codes.subarray(0, length), starts: starts.subarray(0, length) }
}

function endOfUnit(text: string, { starts }: ComparedUnits, unit: number): number {
  const start = starts[unit] ?? 0
  return start + (text.charCodeAt(start) === carriageReturn && text.charCodeAt(start + 1) === lineFeed ? 2 : 1)
}

function isBlankUnit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code === 0x20 || code === 0x09
}

/**
 * The difference in indentation between the file's lines and the model's: each line is deeper, or each is shallower, by the same
 * blanks.
 */
export interface IndentShift {
  readonly direction: 'deeper' | 'shallower'
  readonly blanks: string
}

/** Returns the one shift that turns every old line into the file's line; undefined if the lines disagree. */
export function findIndentShift(oldLines: readonly string[], fileLines: readonly string[]): IndentShift | undefined {
  const pairs = oldLines.flatMap((line, index) =>
    isBlank(line) ? [] : [[indentOf(line), indentOf(fileLines[index] ?? '')]],
  )
  const [first] = pairs
  if (first === undefined) return undefined
  const shift = shiftBetween(first[0] ?? '', first[1] ?? '')
  const holds = (pair: readonly string[]) => shift !== undefined && shiftIndent(pair[0] ?? '', shift) === pair[1]
  return pairs.every(holds) ? shift : undefined
}

/** Returns a line with its indentation shifted; undefined if the line has too few leading blanks. */
export function shiftIndent(line: string, shift: IndentShift): string | undefined {
  if (shift.direction === 'deeper') return shift.blanks + line
  return line.startsWith(shift.blanks) ? line.slice(shift.blanks.length) : undefined
}

function shiftBetween(old: string, file: string): IndentShift | undefined {
  if (file.endsWith(old)) return { direction: 'deeper', blanks: file.slice(0, file.length - old.length) }
  if (old.endsWith(file)) return { direction: 'shallower', blanks: old.slice(0, old.length - file.length) }
  return undefined
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/**
 * Yields every occurrence, including overlapping ones, of one sequence in another. Looks at each unit a bounded number
 * of times for any input: the built-in searches of strings and buffers restart at each place (Knuth, Morris, Pratt).
 */
export function* occurrences(text: ArrayLike<number>, wanted: ArrayLike<number>, from = 0): Generator<number> {
  if (wanted.length === 0) return
  const borders = bordersOf(wanted)
  let matched = 0
  for (let index = from; index < text.length; index += 1) {
    const unit = text[index]
    while (matched > 0 && unit !== wanted[matched]) matched = borders[matched - 1] ?? 0
    if (unit === wanted[matched]) matched += 1
    if (matched < wanted.length) continue
    yield index + 1 - matched
    matched = borders[matched - 1] ?? 0
  }
}

/** Returns, for each beginning of the pattern, the length of its longest beginning that is also its end. */
function bordersOf(wanted: ArrayLike<number>): Uint32Array {
  const borders = new Uint32Array(wanted.length)
  let matched = 0
  for (let index = 1; index < wanted.length; index += 1) {
    while (matched > 0 && wanted[index] !== wanted[matched]) matched = borders[matched - 1] ?? 0
    if (wanted[index] === wanted[matched]) matched += 1
    borders[index] = matched
  }
  return borders
}
