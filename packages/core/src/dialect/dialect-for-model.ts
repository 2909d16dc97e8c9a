import type { DialectName } from './load-dialect.ts'

const families: readonly (readonly [RegExp, DialectName])[] = [
  [/^claude-/, 'claude'],
  [/^gemini-/, 'gemini'],
  [/^(?:gpt-|codex|o\d)/, 'codex'],
]

/**
 * Returns the dialect that a model was trained on, by its id; `safe` for one that is not known.
 * @param model An id, also behind a provider: `anthropic/claude-opus-4-1`.
 */
export function dialectForModel(model: string | undefined): DialectName {
  const id = model?.slice(model.lastIndexOf('/') + 1).toLowerCase() ?? ''
  return families.find(([pattern]) => pattern.test(id))?.[1] ?? 'safe'
}
