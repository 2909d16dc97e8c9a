import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import { createSource, type SourceText } from '../edit/index.ts'
import { decodeText } from '../text/index.ts'

/** A part of a file that a model is shown as a marker. Offsets in bytes. */
interface HiddenPart {
  readonly shownStart: number
  readonly shownEnd: number
  /** Where it ends in the file. */
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
  /** What the stand-ins between two bytes of the shown text stand for, in order. */
  hiddenBetween(start: number, end: number): readonly string[]
}

/** Control characters that no text has a use for, and that every encoding can write. */
const standIns =
  '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017'

/** Whether scrubbing takes anything out of a file. */
export function hidesSecrets(source: SourceText, scrubber: Scrubber): boolean {
  const { bytes, format } = source
  const text = source.text() ?? decodeText(bytes.subarray(format.bomBytes), format.encoding)
  return scrubber.scrub(text).redactions.length > 0
}

/**
 * Takes the secrets out of a file. A marker that the file itself holds is hidden alike, since nobody who reads the text can tell it
 * from the others. Undefined for a file that is not clean text of one encoding, and where it and the wish hold every stand-in.
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

/** What scrubbing takes out and the file's own markers outside of that, in the order of the text. */
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
