import { expect, test } from 'vitest'
import { knownLimits } from './known-limits.ts'

test.each([
  ['claude-sonnet-4-5', 200_000, 64_000],
  ['anthropic/claude-opus-4-1', 200_000, 32_000],
  ['gpt-5-mini', 400_000, 128_000],
  ['Gemini-3-Pro', 1_048_576, 65_536],
  ['qwen3-coder', 32_768, 4096],
])('%s has a window of %i and answers of %i tokens', (name, context, maxOutput) => {
  expect(knownLimits(name)).toEqual({ context, maxOutput })
})
