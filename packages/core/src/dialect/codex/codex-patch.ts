import { field } from '../../schema/field.ts'
import type { OwnShape } from '../dialect-tool.ts'
import { formatPatch } from './format-patch.ts'
import { parsePatch } from './parse-patch.ts'
import type { PatchChange } from './patch-change.ts'

/** `fs.apply_patch` as one text: the envelope of a patch. @param name The name of the field with it. */
export function envelopeIn(name: string): OwnShape {
  return {
    schema: field.object({
      [name]: field
        .string()
        .min(1)
        .describe(
          'The patch: "*** Begin Patch", a section for each file ("*** Add File: path" and lines with "+"; "*** Update File: path", if need be "*** Move to: path", and hunks that begin with "@@"; "*** Delete File: path"), "*** End Patch".',
        ),
    }),
    accepted: Object.fromEntries(
      ['input', 'patch', 'patchText'].filter((word) => word !== name).map((word) => [word, name]),
    ),
    toCanonical: (given) => {
      const reading = parsePatch(String(given[name]))
      if (reading.status === 'read') return { changes: reading.changes }
      const message = `line ${reading.line} of the patch cannot be used: ${reading.why}. Nothing was changed.`
      return { refused: { code: 'validation_error', message } }
    },
    fromCanonical: ({ changes }) => {
      const patch = formatPatch(changes as readonly PatchChange[])
      return patch === undefined ? undefined : { [name]: patch }
    },
    places: { changes: name },
  }
}

/** The description of the envelope for a model. */
export const envelopeUse =
  'Changes files by a patch: every file in it, or none. Lines of a hunk must be unique in the file; if they are not, "@@ " and a line before them says where.'
