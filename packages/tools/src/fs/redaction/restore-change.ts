import {
  type AppliedChange,
  applyReplacements,
  applyWithin,
  type EditFailure,
  lineEndAt,
  lineStartAt,
  type Replacement,
  type SourceText,
} from '../edit/index.ts'
import { decodeText } from '../text/index.ts'
import { failRedacted } from './fail-redacted.ts'
import { restoreLines, type ShownLine } from './restore-lines.ts'
import type { ShownSource } from './shown-source.ts'

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

/** Whole lines in which something is replaced. */
interface Region {
  readonly start: number
  readonly end: number
  readonly replacements: readonly Replacement[]
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
    const text = decodeText(source.bytes.subarray(at, next), source.format.encoding)
    lines.push({ text, hidden: hiddenBetween(at, next) })
    at = next
  }
  return lines
}

function newLines(source: SourceText, region: Region): readonly string[] {
  const text = decodeText(applyWithin(source, region), source.format.encoding)
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
