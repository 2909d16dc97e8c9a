import { field, type InferOutput } from '@drawbridge/core/schema'
import { unencodable } from '../text/text-format.ts'
import { type Match, matchExact, matchTolerant, maxMatchesOf, maxNewText, maxPlaces } from './find-matches.ts'
import {
  type AppliedChange,
  applyReplacements,
  type EditFailure,
  editFailure,
  type MatchStrategy,
  type Replacement,
  type SourceText,
  type TextEdit,
} from './source-text.ts'

/** The most that is edited; bigger files are the business of programs. */
export const maxEditBytes = 256 * 1024 * 1024

/** The input schema of `fs.edit`. */
export const editInput = field.object({
  path: field.string().min(1).describe('File to edit; absolute, or relative to the working folder.'),
  edits: field
    .array(
      field.object({
        old: field.string().describe('Text to replace, exactly as in the file; must occur exactly once.'),
        new: field.string().describe('The replacement.'),
        replace_all: field.boolean().default(false).describe('Replace every occurrence instead.'),
      }),
    )
    .min(1)
    .max(200)
    .optional()
    .describe('Replacements, all matched against the current file. Either this or unified_diff.'),
  unified_diff: field.string().min(1).optional().describe('A unified diff of this one file. Either this or edits.'),
  instruction: field
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe(
      'The purpose of the edits in words. If an old text does not match, a small model finds the place that is meant; new stays as given.',
    ),
  create_if_missing: field
    .boolean()
    .default(false)
    .describe(
      'Create the file if it does not exist: from one edit with an empty old, or from a diff against /dev/null.',
    ),
})

/** The validated input of `fs.edit`. */
export type EditInput = InferOutput<typeof editInput>

/** The rules over the whole input; returns what is wrong. */
export function checkEditInput({ edits, unified_diff, create_if_missing, instruction }: EditInput): string | undefined {
  if ((edits === undefined) === (unified_diff === undefined)) return 'Give exactly one of edits and unified_diff.'
  if (instruction !== undefined && edits === undefined) return 'An instruction goes with edits, not with unified_diff.'
  const empty = edits?.findIndex((edit) => edit.old === '') ?? -1
  if (empty >= 0 && !(create_if_missing && edits?.length === 1)) {
    return `edits[${empty}].old is empty. Give the text to replace, or use fs.write_file.`
  }
  const unchanged = edits?.findIndex((edit) => edit.old === edit.new && edit.old !== '') ?? -1
  return unchanged >= 0 ? `edits[${unchanged}] would change nothing: old and new are the same.` : undefined
}

/** Returns true if an edit can only succeed by creating its file: with an empty old text, or with a diff against `/dev/null`. */
export function createsFile({ edits, unified_diff: diff, create_if_missing: mayCreate }: EditInput): boolean {
  if (!mayCreate) return false
  if (diff === undefined) return edits?.[0]?.old === ''
  // A hunk that deletes the line "-- /dev/null" looks like the header.
  const [headers = ''] = diff.split(/^@@/m)
  const old = headers.match(/^--- .*$/gm) ?? []
  return old.length > 0 && old.every((header) => /^--- +\/dev\/null *(?:[\t\r]|$)/.test(header))
}

/** The result of several edits, with the way each one's text was found. */
interface AppliedEdits extends AppliedChange {
  readonly strategies: readonly MatchStrategy[]
}

/** Bytes looked through for all edits together: each is looked for in the whole file. */
const maxSearched = 256 * 1024 * 1024

/** An edit whose old text is not in the file. */
export interface MissedEdit {
  readonly status: 'missed'
  readonly edit: TextEdit
  /** Its name in messages. */
  readonly name: string
}

/** The place at which one edit applies, or the reason that it does not. */
type EditMatch =
  | { readonly status: 'matched'; readonly strategy: MatchStrategy; readonly replacements: readonly Replacement[] }
  | MissedEdit
  | EditFailure

/** In bigger files old text is looked for exactly and with other line ends only. */
const maxTolerantBytes = 2 * 1024 * 1024

/** Longer old text is looked for exactly only. */
const maxTolerantText = 64 * 1024

const maxReportedLines = 10

/**
 * Finds what one edit replaces. Strategies are tried strictest first, and the first one that finds anything decides: exactly one
 * place, or all of them with `replaceAll`, else the edit is refused. There is no guess by similarity.
 * `name` is what messages call the edit, such as `edits[0]`.
 */
function matchEdit(source: SourceText, edit: TextEdit, name: string): EditMatch {
  for (const strategy of strategiesFor(source, edit)) {
    const matches = strategy === 'exact' ? matchExact(source, edit) : matchTolerant(source, edit, strategy)
    if (matches.length === 0) continue
    return matches.length === 1 || edit.replaceAll
      ? toReplacements(source, edit, { matches, strategy, name })
      : ambiguous(source, edit, matches, strategy, name)
  }
  return { status: 'missed', edit, name }
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
      `${name}: the old text matches more than ${maxPlaces} places. Use a program to replace that many.`,
    )
  if (matches.length > 1 && matches.length * edit.new.length > maxNewText)
    return editFailure(
      'file_too_large',
      `${name}: the new texts together have more than ${maxNewText} characters. Use a program to write the file.`,
    )
  const encoded = new Map<string, Uint8Array | undefined>()
  for (const { start, end, text } of matches) {
    if (!encoded.has(text)) encoded.set(text, source.encode(text))
    const content = encoded.get(text)
    if (content === undefined) {
      const message = `${name}: the file is stored as ${source.format.codec.encoding}, which cannot represent ${unencodable(text, source)}. Use characters of that encoding only.`
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
    `${name}: the old text matches ${count} places, on lines ${lines.join(', ')}${more}. Add lines around it until it is unique, or set replace_all.`,
    { data: { lines, count: matches.length, strategy } },
  )
}

/** Applies all edits or none. Each is matched against the file as it is, not against what an earlier one made of it. */
export function applyEdits(source: SourceText, edits: readonly TextEdit[]): AppliedEdits | MissedEdit | EditFailure {
  if (edits.length > 1 && edits.length * source.bytes.length > maxSearched) {
    const most = Math.max(1, Math.floor(maxSearched / source.bytes.length))
    return editFailure(
      'validation_error',
      `The file has ${source.bytes.length} bytes: at most ${most} edits in one call. Send the others in separate calls.`,
    )
  }
  const strategies: MatchStrategy[] = []
  const replacements: Replacement[] = []
  for (const [index, edit] of edits.entries()) {
    const match = matchEdit(source, edit, `edits[${index}]`)
    if (match.status !== 'matched') return match
    strategies.push(match.strategy)
    replacements.push(...match.replacements)
  }
  const applied = applyReplacements(source, replacements)
  return applied.status === 'failed' ? applied : { ...applied, strategies }
}
