import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import { type EditFailure, editFailure, openSource, type SourceText } from '../edit/index.ts'
import type { EditInput } from '../edit-input.ts'
import {
  cutsSecret,
  failCutSecret,
  failRedacted,
  hidesSecrets,
  restoreChange,
  type ShownSource,
  showSource,
} from '../redaction/index.ts'
import { type PlannedEdit, planned, planOnSource } from './plan-on-source.ts'

/**
 * Works out an edit on the bytes that a file has; undefined for a file that does not exist. Pure. A marker in the edit stands for the
 * secret that scrubbing the file puts one for.
 */
export function planEdit(
  input: EditInput,
  current: Uint8Array | undefined,
  scrubber: Scrubber,
): PlannedEdit | EditFailure {
  const { path, create_if_missing: mayCreate } = input
  if (current === undefined && !mayCreate) {
    return editFailure('file_not_found', `"${path}" does not exist. Set create_if_missing, or use fs.write_file.`)
  }
  const source = openSource(current ?? new Uint8Array())
  if (source === undefined) {
    return editFailure('not_a_file', `"${path}" is binary, not text, and cannot be edited.`)
  }
  const plan = planOnFile(source, input, { current, scrubber })
  return plan.status === 'failed' && current !== undefined ? withoutSecrets(plan, source, input, scrubber) : plan
}

function planOnFile(
  source: SourceText,
  input: EditInput,
  { current, scrubber }: { readonly current: Uint8Array | undefined; readonly scrubber: Scrubber },
): PlannedEdit | EditFailure {
  const wish = wishOf(input)
  if (current === undefined || !wish.includes(redactionMarker) || !hidesSecrets(source, scrubber)) {
    const plan = planOnSource(source, input, current)
    const cuts =
      plan.status !== 'failed' && current !== undefined && cutsSecret(source, plan.change.replacements, scrubber)
    return cuts ? failCutSecret(input.path) : plan
  }
  const shown = showSource(source, { scrubber, wish })
  return shown === undefined ? failRedacted(input.path) : planOnShown(source, shown, input)
}

/**
 * The failure in words that quote no part of a secret: excerpts are cut, and scrubbing does not know a secret by a part of it. So it is
 * worked out once more from texts in which nothing is left to cut.
 */
function withoutSecrets(failure: EditFailure, source: SourceText, input: EditInput, scrubber: Scrubber): EditFailure {
  if (failure.code === 'redacted_content') return failure
  const clean = scrubber.scrubValue(input).value
  if (clean === input && !hidesSecrets(source, scrubber)) return failure
  const shown = showSource(source, { scrubber, wish: wishOf(clean) })
  const again = shown && planOnSource(shown.source, withStandIns(clean, shown.standIn), shown.source.bytes)
  if (again?.status === 'failed' && again.code === failure.code) return withMarkers(again, shown?.standIn ?? '')
  return editFailure(failure.code, 'The edit does not fit the file, where it holds a secret. Edit the lines around it.')
}

function wishOf({ edits = [], unified_diff: diff = '' }: EditInput): string {
  return [...edits.flatMap((edit) => [edit.old, edit.new]), diff].join('\n')
}

/** Everything happens on the text as it was shown, and the change is then made where it belongs in the file. */
function planOnShown(source: SourceText, shown: ShownSource, input: EditInput): PlannedEdit | EditFailure {
  const plan = planOnSource(shown.source, withStandIns(input, shown.standIn), shown.source.bytes)
  if (plan.status === 'failed') return plan
  return planned(source, restoreChange(source, shown, plan.change, input.path), plan.strategies)
}

function withStandIns(input: EditInput, standIn: string): EditInput {
  const replace = (text: string) => text.replaceAll(redactionMarker, standIn)
  const { edits, unified_diff: diff } = input
  return {
    ...input,
    ...(edits === undefined
      ? {}
      : { edits: edits.map((edit) => ({ ...edit, old: replace(edit.old), new: replace(edit.new) })) }),
    ...(diff === undefined ? {} : { unified_diff: replace(diff) }),
  }
}

/** Messages quote stand-ins plain or escaped. */
function withMarkers({ message, excerpt, ...failure }: EditFailure, standIn: string): EditFailure {
  const escaped = JSON.stringify(standIn).slice(1, -1)
  const restore = (text: string) => text.replaceAll(standIn, redactionMarker).replaceAll(escaped, redactionMarker)
  return { ...failure, message: restore(message), ...(excerpt === undefined ? {} : { excerpt: restore(excerpt) }) }
}
