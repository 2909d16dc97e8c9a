import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import type { EditInput } from './match-edit.ts'
import { failRedacted, failUnseen, restoreChange, type ShownSource, showSource } from './shown-source.ts'
import { type EditFailure, editFailure, type PlannedEdit, type SourceText } from './source-text.ts'

interface ShownContext {
  readonly scrubber: Scrubber
  /** All text of the edit. */
  readonly wish: string
  /** Works out an edit that is meant as it is written. */
  planOnSource(source: SourceText, input: EditInput, current: Uint8Array): Promise<PlannedEdit | EditFailure>
}

/** Plans the edit on the text as the model saw it, without its secrets, then applies the change to the file's text. */
export async function planOnShown(
  source: SourceText,
  input: EditInput,
  context: ShownContext,
): Promise<PlannedEdit | EditFailure> {
  const { scrubber, wish, planOnSource } = context
  const { path } = input
  const shown = showSource(source, { scrubber, wish })
  if (shown === undefined) return wish.includes(redactionMarker) ? failRedacted(path) : failUnseen(path)
  const plan = await planOnSource(shown.source, withStandIns(input, shown.standIn), shown.source.bytes)
  if (plan.status === 'failed') return withoutSecrets(plan, shown, input, context)
  const change = restoreChange(source, shown, plan.change, path)
  if (change.status === 'failed') return withoutSecrets(change, shown, input, context)
  return { status: 'planned', source, change, strategies: plan.strategies }
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

/** The failure in words that quote no secret of the edit itself: excerpts are cut, and scrubbing does not know a secret by a part of it. */
async function withoutSecrets(
  failure: EditFailure,
  shown: ShownSource,
  input: EditInput,
  { scrubber, planOnSource }: ShownContext,
): Promise<EditFailure> {
  if (failure.code === 'redacted_content') return failure
  const clean = scrubber.scrubValue(input).value
  if (clean === input) return withMarkers(failure, shown.standIn)
  const again = await planOnSource(shown.source, withStandIns(clean, shown.standIn), shown.source.bytes)
  if (again.status === 'failed' && again.code === failure.code) return withMarkers(again, shown.standIn)
  return editFailure(
    failure.code,
    'The edit does not fit the file, which has a secret there. Edit the lines around it.',
  )
}
