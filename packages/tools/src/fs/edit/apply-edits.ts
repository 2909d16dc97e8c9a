import { type AppliedChange, applyReplacements } from './apply-replacements.ts'
import { matchEdit } from './match-edit.ts'
import type { SourceText } from './source-text.ts'
import { type EditFailure, editFailure, type MatchStrategy, type Replacement, type TextEdit } from './text-edit.ts'

/** What several edits did, with how each one's text was found. */
export interface AppliedEdits extends AppliedChange {
  readonly strategies: readonly MatchStrategy[]
}

/** Bytes looked through for all edits together: each is looked for in the whole file. */
const maxSearched = 256 * 1024 * 1024

/** Applies all edits or none. Each is matched against the file as it is, not against what an earlier one made of it. */
export function applyEdits(source: SourceText, edits: readonly TextEdit[]): AppliedEdits | EditFailure {
  if (edits.length > 1 && edits.length * source.bytes.length > maxSearched) {
    const most = Math.max(1, Math.floor(maxSearched / source.bytes.length))
    return editFailure(
      'validation_error',
      `The file has ${source.bytes.length} bytes: at most ${most} edits in one call. Send the others in further calls.`,
    )
  }
  const strategies: MatchStrategy[] = []
  const replacements: Replacement[] = []
  for (const [index, edit] of edits.entries()) {
    const match = matchEdit(source, edit, `edits[${index}]`)
    if (match.status === 'failed') return match
    strategies.push(match.strategy)
    replacements.push(...match.replacements)
  }
  const applied = applyReplacements(source, replacements)
  return applied.status === 'failed' ? applied : { ...applied, strategies }
}
