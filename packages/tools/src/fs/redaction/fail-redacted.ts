import { redactionMarker } from '@drawbridge/core/scrub'
import { type EditFailure, editFailure } from '../edit/index.ts'

/** The failure of a change that would write a marker into a file, or move a secret that nobody was shown. */
export function failRedacted(path: string): EditFailure {
  return editFailure(
    'redacted_content',
    `${redactionMarker} in the new text would stand for a secret of "${path}" that was not shown, and it cannot be told for which. Nothing was changed. Edit the lines around it: leave the marker out, or keep each one on its line as it is in the old text.`,
  )
}

/** The failure of a change inside of what is shown as a marker. */
export function failCutSecret(path: string): EditFailure {
  return editFailure(
    'redacted_content',
    `The old text stands inside a secret of "${path}", which is shown as ${redactionMarker} and cannot be changed in part. Nothing was changed. Add the text around it that you were shown, or write ${redactionMarker} in old for the whole secret.`,
  )
}
