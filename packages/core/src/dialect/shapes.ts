import { field } from '../schema/field.ts'
import type { OwnShape } from './dialect-tool.ts'

/** Seconds as milliseconds and back: what is not a whole second is rounded up. */
export const secondsOf = (milliseconds: unknown): number => Math.ceil(Number(milliseconds) / 1_000)

/** A choice in a question for a person. */
export const choice = field.object({
  label: field.string().min(1).describe('The choice in a few words. Unique among the options.'),
  description: field.string().optional().describe('What choosing it means.'),
})

/** The names of the fields of an edit with one replacement. */
export interface SingleEditNames {
  readonly path: string
  readonly old: string
  readonly new: string
  readonly all: string
  /** Undefined if the dialect has no field for the purpose. */
  readonly instruction?: string
}

const words = {
  path: 'File to change; absolute, or relative to the working folder.',
  old: 'Text to replace, exactly as in the file, with enough lines around it to occur only once. Empty: the file does not exist yet and is created.',
  new: 'The replacement.',
  all: 'Replace every occurrence instead.',
  instruction: 'The purpose of the change in words, by which the place is found if the old text does not match.',
}

/** `fs.edit` with one replacement in flat fields. An empty old text creates a file. */
export function singleEdit(names: SingleEditNames, more: Pick<OwnShape, 'accepted' | 'ignored'> = {}): OwnShape {
  const { instruction: purpose } = names
  return {
    ...more,
    schema: field.object({
      [names.path]: field.string().min(1).describe(words.path),
      [names.old]: field.string().describe(words.old),
      [names.new]: field.string().describe(words.new),
      [names.all]: field.boolean().default(false).describe(words.all),
      ...(purpose === undefined
        ? {}
        : { [purpose]: field.string().min(1).max(2_000).optional().describe(words.instruction) }),
    }),
    toCanonical: (input) => ({
      path: input[names.path],
      edits: [{ old: input[names.old], new: input[names.new], replace_all: input[names.all] }],
      create_if_missing: input[names.old] === '',
      ...(purpose === undefined || input[purpose] === undefined ? {} : { instruction: input[purpose] }),
    }),
    fromCanonical: ({ path, edits, create_if_missing: mayCreate, instruction, ...rest }) => {
      if (!isEditList(edits) || edits.length !== 1 || Object.keys(rest).length > 0) return undefined
      if (instruction !== undefined && purpose === undefined) return undefined
      const [edit] = edits
      if (edit === undefined || mayCreate !== (edit.old === '')) return undefined
      return {
        [names.path]: path,
        [names.old]: edit.old,
        [names.new]: edit.new,
        [names.all]: edit.replace_all,
        ...(purpose === undefined || instruction === undefined ? {} : { [purpose]: instruction }),
      }
    },
    places: {
      path: names.path,
      edits: names.old,
      'edits[0]': names.old,
      'edits[0].old': names.old,
      'edits[0].new': names.new,
      'edits[0].replace_all': names.all,
      ...(purpose === undefined ? {} : { instruction: purpose }),
    },
  }
}

interface Replacement {
  readonly old: string
  readonly new: string
  readonly replace_all: boolean
}

/** True for the edits of a valid `fs.edit`. */
export function isEditList(edits: unknown): edits is readonly Replacement[] {
  return Array.isArray(edits)
}
