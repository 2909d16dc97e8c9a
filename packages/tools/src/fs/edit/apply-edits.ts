import { type AppliedChange, applyReplacements } from './apply-replacements.ts'
import { matchEdit } from './match-edit.ts'
import type { SourceText } from './source-text.ts'
import type { EditFailure, MatchStrategy, Replacement, TextEdit } from './text-edit.ts'

/** What several edits did, with how each one's text was found. */
export interface AppliedEdits extends AppliedChange {
  readonly strategies: readonly MatchStrategy[]
}

/** Applies all edits or none. Each is matched against the file as it is, not against what an earlier one made of it. */
export function applyEdits(source: SourceText, edits: readonly TextEdit[]): AppliedEdits | EditFailure {
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
