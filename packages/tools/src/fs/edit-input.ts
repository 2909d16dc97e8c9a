import { field, type InferOutput } from '@drawbridge/core/schema'

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
