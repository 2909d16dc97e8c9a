import { field } from '../../schema/field.ts'
import type { OwnShape } from '../dialect-tool.ts'
import { isEditList } from '../shapes.ts'

/** `fs.edit` with a list of replacements. */
export const claudeMultiEdit: OwnShape = {
  schema: field.object({
    file_path: field.string().min(1).describe('File to change; absolute, or relative to the working folder.'),
    edits: field
      .array(
        field.object({
          old_string: field.string().describe('Text to replace, exactly as in the file.'),
          new_string: field.string().describe('The replacement.'),
          replace_all: field.boolean().default(false).describe('Replace every occurrence instead.'),
        }),
      )
      .min(1)
      .max(200)
      .describe('Replacements, all matched against the current file.'),
  }),
  toCanonical: ({ file_path: path, edits }) => {
    const given = edits as readonly { old_string: string; new_string: string; replace_all: boolean }[]
    return {
      path,
      edits: given.map(({ old_string, new_string, replace_all }) => ({
        old: old_string,
        new: new_string,
        replace_all,
      })),
      create_if_missing: given.length === 1 && given[0]?.old_string === '',
    }
  },
  fromCanonical: ({ path, edits, create_if_missing: mayCreate, ...rest }) => {
    if (!isEditList(edits) || Object.keys(rest).length > 0) return undefined
    if (mayCreate !== (edits.length === 1 && edits[0]?.old === '')) return undefined
    const said = edits.map((edit) => ({ old_string: edit.old, new_string: edit.new, replace_all: edit.replace_all }))
    return { file_path: path, edits: said }
  },
  places: { path: 'file_path' },
}
