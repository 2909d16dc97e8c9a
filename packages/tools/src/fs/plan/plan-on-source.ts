import {
  type AppliedChange,
  applyEdits,
  type EditFailure,
  editFailure,
  type MatchStrategy,
  type SourceText,
} from '../edit/index.ts'
import type { EditInput } from '../edit-input.ts'
import { applyUnifiedDiff } from '../patch/index.ts'

/** What an edit will do to a file, known before anything is written. */
export interface PlannedEdit {
  readonly status: 'planned'
  readonly source: SourceText
  readonly change: AppliedChange
  /** How each edit's text was found. */
  readonly strategies: readonly (MatchStrategy | 'unified_diff' | 'create')[]
}

/** Works out an edit that is meant as it is written. `current` is undefined for a file that does not exist. */
export function planOnSource(
  source: SourceText,
  input: EditInput,
  current: Uint8Array | undefined,
): PlannedEdit | EditFailure {
  const { path, edits, unified_diff: diff } = input
  if (diff !== undefined) return planned(source, applyUnifiedDiff(source, diff, path), ['unified_diff'])
  const wanted = (edits ?? []).map((edit) => ({ old: edit.old, new: edit.new, replaceAll: edit.replace_all }))
  const [first] = wanted
  if (first?.old === '') return planCreation(source, current, first.new, path)
  if (current === undefined) {
    return editFailure('file_not_found', `"${path}" does not exist. To create it send one edit with an empty old.`)
  }
  const applied = applyEdits(source, wanted)
  return applied.status === 'failed' ? applied : planned(source, applied, applied.strategies)
}

export function planned(
  source: SourceText,
  change: AppliedChange | EditFailure,
  strategies: PlannedEdit['strategies'],
): PlannedEdit | EditFailure {
  return change.status === 'failed' ? change : { status: 'planned', source, change, strategies }
}

function planCreation(
  source: SourceText,
  current: Uint8Array | undefined,
  text: string,
  path: string,
): PlannedEdit | EditFailure {
  if (current !== undefined) {
    return editFailure(
      'path_conflict',
      `"${path}" exists already, so an empty old says nothing. Name the text to replace.`,
    )
  }
  const content = Buffer.from(text)
  const newEndLine = Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
  const change: AppliedChange = {
    status: 'applied',
    pieces: [content],
    replacements: [{ start: 0, end: 0, content }],
    ranges: [{ oldStartLine: 1, oldEndLine: 1, newStartLine: 1, newEndLine }],
  }
  return { status: 'planned', source, change, strategies: ['create'] }
}
