import { expect, test } from 'vitest'
import { dialectForModel } from './dialect-for-model.ts'

test.each([
  ['claude-opus-4-1', 'claude'],
  ['anthropic/claude-sonnet-4-5', 'claude'],
  ['openrouter/anthropic/claude-haiku-4-5', 'claude'],
  ['Gemini-2.5-pro', 'gemini'],
  ['google/gemini-3-pro-preview', 'gemini'],
  ['gpt-5', 'codex'],
  ['o1', 'codex'],
  ['o4-mini', 'codex'],
  ['openai/codex-mini-latest', 'codex'],
  ['ollama/olmo-2', 'safe'],
  ['llama-4-claude-like', 'safe'],
  ['anthropic', 'safe'],
  ['', 'safe'],
  [undefined, 'safe'],
] as const)('a model with the id %s is spoken to in %s', (model, dialect) => {
  expect(dialectForModel(model)).toBe(dialect)
})
