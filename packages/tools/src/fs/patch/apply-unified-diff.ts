import {
  type AppliedChange,
  applyReplacements,
  type EditFailure,
  editFailure,
  lineEndNear,
  type Replacement,
  type SourceText,
} from '../edit/index.ts'
import { fileLines } from './file-lines.ts'
import { hunkChanges } from './hunk-changes.ts'
import { parseUnifiedDiff } from './parse-unified-diff.ts'
import { placeHunk } from './place-hunk.ts'
import type { UnifiedDiff } from './unified-diff.ts'

/**
 * Applies a unified diff to one file, all hunks or none. `path` is the file as the caller names it: headers that name another
 * are refused, and so are renames, deletions and binary diffs.
 */
export function applyUnifiedDiff(source: SourceText, text: string, path: string): AppliedChange | EditFailure {
  const parse = parseUnifiedDiff(text)
  if (parse.status === 'malformed') return failed(`The diff cannot be used: ${parse.why}.`)
  const foreign = foreignPath(parse.diff, path)
  if (foreign !== undefined)
    return failed(`The diff is for "${foreign}", the call for "${path}". Send one diff a file.`)
  if (parse.diff.creates && source.bytes.length > 0) {
    return failed(`The diff creates "${path}", which exists already. Send a diff against what is there.`)
  }
  return applyHunks(source, parse.diff)
}

/** Lines looked through for hunks that do not stand where they say. */
const maxSearchedLines = 5_000_000

function applyHunks(source: SourceText, diff: UnifiedDiff): AppliedChange | EditFailure {
  const content = source.text()
  if (content === undefined) return failed('The file is not clean text of one encoding. Use edits instead of a diff.')
  const lines = fileLines(content)
  const fileEnd = lineEndNear(source, source.bytes.length, source.bytes.length)
  const replacements: Replacement[] = []
  let from = 0
  let strayed = 0
  for (const hunk of diff.hunks) {
    const place = placeHunk(lines, hunk, from)
    if (place.status === 'placed' && place.searched) strayed += 1
    if (strayed > 10 && strayed * lines.length > maxSearchedLines)
      return failed(
        'Too many hunks stand at other lines than their headers say. Make the diff against the file as it is.',
      )
    if (place.status === 'misplaced') {
      const message = `Hunk ${hunk.number} (${hunk.header}) does not apply: ${place.why}. Nothing was changed. Read the file and send a diff against it.`
      return editFailure('patch_apply_failed', message, {
        data: { hunk: hunk.number, header: hunk.header },
        ...(place.excerpt !== undefined && { excerpt: place.excerpt }),
      })
    }
    for (const change of hunkChanges(lines, hunk, place.index, fileEnd)) {
      const inserted = source.encode(change.text)
      if (inserted === undefined)
        return failed(`Hunk ${hunk.number} has characters that ${source.format.encoding} cannot hold.`)
      const start = source.byteOffset(change.start)
      replacements.push({ start, end: source.byteOffset(change.end), content: inserted })
    }
    from = place.index + hunk.lines.filter((line) => line.kind !== 'insert').length
  }
  return applyReplacements(source, replacements)
}

/** The path of a header that means another file: neither the caller's path nor the end of it. */
function foreignPath(diff: UnifiedDiff, path: string): string | undefined {
  const normal = path.replace(/^(\.\/)+/, '')
  const means = (header: string) => normal === header.replace(/^(\.\/)+/, '') || normal.endsWith(`/${header}`)
  return [diff.oldPath, diff.newPath].find((header) => header !== undefined && !means(header))
}

function failed(message: string): EditFailure {
  return editFailure('patch_apply_failed', message)
}
