import { cutLine, excerpt } from './excerpt.ts'
import { type Match, matchExact, maxMatchesOf, maxNewText, maxPlaces } from './match-exact.ts'
import { matchTolerant } from './match-tolerant.ts'
import { findNearestLines } from './nearest-lines.ts'
import type { SourceText } from './source-text.ts'
import { type EditFailure, editFailure, type MatchStrategy, type Replacement, type TextEdit } from './text-edit.ts'

/** Where one edit applies, or why it does not. */
export type EditMatch =
  | { readonly status: 'matched'; readonly strategy: MatchStrategy; readonly replacements: readonly Replacement[] }
  | EditFailure

/** In bigger files old text is looked for exactly and with other line ends only. */
const maxTolerantBytes = 2 * 1024 * 1024
/** Of larger files it is not said which lines resemble the old text. */
const maxResemblingBytes = 512 * 1024
/** Longer old text is looked for exactly only. */
const maxTolerantText = 64 * 1024
const maxReportedLines = 10

/**
 * Finds what one edit replaces. Strategies are tried strictest first, and the first one that finds anything decides: exactly one
 * place, or all of them with `replaceAll`, else the edit is refused. There is no guess by similarity.
 * `name` is what messages call the edit, such as `edits[0]`.
 */
export function matchEdit(source: SourceText, edit: TextEdit, name: string): EditMatch {
  for (const strategy of strategiesFor(source, edit)) {
    const matches = strategy === 'exact' ? matchExact(source, edit) : matchTolerant(source, edit, strategy)
    if (matches.length === 0) continue
    return matches.length === 1 || edit.replaceAll
      ? toReplacements(source, edit, { matches, strategy, name })
      : ambiguous(source, edit, matches, strategy, name)
  }
  return notFound(source, edit, name)
}

function strategiesFor(source: SourceText, edit: TextEdit): readonly MatchStrategy[] {
  if (edit.old.length > maxTolerantText) return ['exact']
  if (source.bytes.length > maxTolerantBytes) return ['exact', 'line_ends']
  return ['exact', 'line_ends', 'blanks_and_typography', 'indentation']
}

function toReplacements(
  source: SourceText,
  edit: TextEdit,
  {
    matches,
    strategy,
    name,
  }: { readonly matches: readonly Match[]; readonly strategy: MatchStrategy; readonly name: string },
): EditMatch {
  const replacements: Replacement[] = []
  if (matches.length > maxPlaces)
    return editFailure(
      'ambiguous_edit',
      `${name}: the old text stands in more than ${maxPlaces} places. Replace so many with a program.`,
    )
  if (matches.length > 1 && matches.length * edit.new.length > maxNewText)
    return editFailure(
      'file_too_large',
      `${name}: the new texts together have more than ${maxNewText} characters. Write the file with a program.`,
    )
  const encoded = new Map<string, Uint8Array | undefined>()
  for (const { start, end, text } of matches) {
    if (!encoded.has(text)) encoded.set(text, source.encode(text))
    const content = encoded.get(text)
    if (content === undefined) {
      const message = `${name}: the file is stored as ${source.format.encoding}, which cannot hold the new text. Use characters of that encoding only.`
      return editFailure('validation_error', message)
    }
    replacements.push({ start, end, content })
  }
  return { status: 'matched', strategy, replacements }
}

function ambiguous(
  source: SourceText,
  edit: TextEdit,
  matches: readonly Match[],
  strategy: MatchStrategy,
  name: string,
): EditFailure {
  const lines = matches.slice(0, maxReportedLines).map((match) => source.lineAt(match.at))
  const more = matches.length > lines.length ? ', …' : ''
  const count = matches.length === maxMatchesOf(edit) ? `${matches.length} or more` : matches.length
  return editFailure(
    'ambiguous_edit',
    `${name}: the old text stands in ${count} places, on lines ${lines.join(', ')}${more}. Add lines around it until it is unique, or set replace_all.`,
    { data: { lines, count: matches.length, strategy } },
  )
}

function notFound(source: SourceText, edit: TextEdit, name: string): EditFailure {
  const opening = `${name}: the old text ${excerpt(edit.old)} is not in the file.`
  if (source.bytes.length > maxResemblingBytes)
    return editFailure(
      'text_not_found',
      `${opening} Search the file for a part of it, read those lines and copy the text from there.`,
    )
  const text = source.text()
  const nearest = text === undefined ? undefined : findNearestLines(text, edit.old)
  if (nearest === undefined) {
    return editFailure(
      'text_not_found',
      `${opening} Nothing in it resembles that. Read the file and copy the text from it.`,
    )
  }
  const { startLine, endLine, lines, difference } = nearest
  const shown = lines.map((line, index) => `${startLine + index}: ${cutLine(line)}`)
  const place = endLine > startLine ? `are lines ${startLine}-${endLine}` : `is line ${startLine}`
  const message = `${opening} Nearest ${place}, where line ${difference.line} differs. Copy the old text from there.`
  return editFailure('text_not_found', message, {
    excerpt: [...shown, `Line ${difference.line} ${difference.why}`].join('\n'),
    data: { nearest: { start_line: startLine, end_line: endLine, differing_line: difference.line } },
  })
}
