import { ModelError, type ModelErrorCode, type ModelErrorDetails } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { smallerOutput, waitBefore } from './retry-rules.ts'

const rules = { most: 4, longestWaitMs: 300_000 }
const error = (code: ModelErrorCode, details: ModelErrorDetails = {}) => new ModelError(code, 'No.', details)
const middle = () => 0.5

test.each([
  [1, 1000],
  [2, 2000],
  [3, 4000],
  [4, 8000],
  [5, undefined],
])('after attempt %i the wait is %s ms, doubled each time, and then it is enough', (attempt, waitMs) => {
  expect(waitBefore(error('overloaded'), attempt, rules, middle)).toBe(waitMs)
})

test('an own wait is never longer than 30 seconds, and spread by a quarter', () => {
  const many = { ...rules, most: 20 }
  expect(waitBefore(error('overloaded'), 12, many, middle)).toBe(30_000)
  expect(waitBefore(error('overloaded'), 1, rules, () => 0)).toBe(750)
  expect(waitBefore(error('overloaded'), 1, rules, () => 1)).toBe(1250)
})

test("the provider's own wait counts, unless it is too long", () => {
  expect(waitBefore(error('rate_limited', { retryAfterMs: 90_000 }), 1, rules, middle)).toBe(90_000)
  expect(waitBefore(error('rate_limited', { retryAfterMs: 300_001 }), 1, rules, middle)).toBeUndefined()
})

test.each<ModelErrorCode>([
  'authentication',
  'quota_exhausted',
  'refused',
  'bad_request',
  'context_overflow',
  'aborted',
])('%s is not repeated, unless the provider says so', (code) => {
  expect(waitBefore(error(code), 1, rules, middle)).toBeUndefined()
  expect(waitBefore(error(code, { retryable: true }), 1, rules, middle)).toBe(1000)
})

test('an error may allow fewer repeats', () => {
  expect(waitBefore(error('cut', { mostRetries: 1 }), 1, rules, middle)).toBe(1000)
  expect(waitBefore(error('cut', { mostRetries: 1 }), 2, rules, middle)).toBeUndefined()
})

test('a prompt that fits gets a shorter answer; one that does not, none', () => {
  const overflow = (promptTokens: number) => error('context_overflow', { promptTokens, windowTokens: 200_000 })
  expect(smallerOutput(overflow(190_000), 32_000)).toBe(8976)
  expect(smallerOutput(overflow(199_500), 32_000)).toBeUndefined()
  expect(smallerOutput(overflow(250_000), 32_000)).toBeUndefined()
  expect(smallerOutput(error('context_overflow'), 32_000)).toBeUndefined()
})
