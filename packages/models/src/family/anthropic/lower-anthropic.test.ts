import { expect, test } from 'vitest'
import { question } from '../../testing/ask-fake.ts'
import { lowerAnthropic } from './lower-anthropic.ts'

const thinkingOf = (name: string) => {
  const { body } = lowerAnthropic(question, { name, maxOutput: 16_000, own: true })
  return (body as { readonly thinking?: { readonly type: string } }).thinking?.type
}

test.each([
  'claude-3-7-sonnet-20250219',
  'claude-sonnet-4-20250514',
  'claude-opus-4-1',
  'claude-sonnet-4-5',
  'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5-20251001',
  'model-1',
])('%s is given a budget for its thinking', (name) => {
  expect(thinkingOf(name)).toBe('enabled')
})

test.each([
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-haiku-5-5',
  'claude-mythos-preview',
  'anthropic/claude-sonnet-5',
])('%s decides itself how much to think, and is told the effort', (name) => {
  const { body } = lowerAnthropic(question, { name, maxOutput: 16_000, own: true })
  expect(body).toMatchObject({ thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } })
})

test('thinking and a forced call are not asked for together', () => {
  const { body } = lowerAnthropic(
    { ...question, toolChoice: 'required' },
    { name: 'claude-opus-5', maxOutput: 16_000, own: true },
  )
  expect(body).not.toHaveProperty('thinking')
})
