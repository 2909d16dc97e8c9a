import { redactionMarker } from '@drawbridge/core'
import { type EditFailure, editFailure } from '../edit/index.ts'

/** The failure of a change that would write a marker into a file, or move a secret that nobody was shown. */
export function failRedacted(path: string): EditFailure {
  return editFailure(
    'redacted_content',
    `${redactionMarker} in the new text would stand for a secret of "${path}" that was not shown, and it cannot be told for which. Nothing was changed. Edit the lines around it: leave the marker out, or keep each one on its line as it is in the old text.`,
  )
}
