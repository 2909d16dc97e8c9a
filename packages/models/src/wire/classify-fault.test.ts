import type { ModelErrorCode } from '@drawbridge/core/model'
import { describe, expect, test } from 'vitest'
import { classifyFault } from './classify-fault.ts'

const now = Date.UTC(2026, 0, 1)
const fault = (status: number, message: string, more: { headers?: Record<string, string>; error?: object } = {}) =>
  classifyFault({
    status,
    headers: new Headers(more.headers),
    text: message,
    body: message === '' ? undefined : { error: { message, ...more.error } },
    now,
  })

describe('a prompt that is too long is recognised in the words of', () => {
  test.each([
    ['Anthropic', 'prompt is too long: 250000 tokens > 200000 maximum', 250_000, 200_000],
    [
      'Anthropic, with the answer',
      'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease',
      190_000,
      200_000,
    ],
    ['OpenAI', 'Your input exceeds the context window of this model.', undefined, undefined],
    [
      'OpenAI, older',
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (7000 in the messages, 2000 in the completion).",
      7000,
      8192,
    ],
    ['a copy of it', 'Please reduce the length of the messages.', undefined, undefined],
    [
      'Gemini',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      1_200_000,
      1_048_576,
    ],
    ['Bedrock', 'Input is too long for requested model.', undefined, undefined],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 200000 tokens.", undefined, 131_072],
    ['llama.cpp', 'the request exceeds the available context size, try increasing it', undefined, undefined],
    ['LM Studio', 'The number of tokens to keep is greater than the context length.', undefined, undefined],
    ['MiniMax', 'invalid params, context window exceeds limit', undefined, undefined],
    ['Kimi', 'Invalid request: Your request exceeded model token limit: 131072', undefined, undefined],
    ['vLLM', 'The input length 9000 exceeds the maximum allowed context length 8192', undefined, undefined],
    ['a proxy', '413 Request Entity Too Large', undefined, undefined],
  ])('%s', (_, message, promptTokens, windowTokens) => {
    const { code, details } = fault(400, message)
    expect([code, details.promptTokens, details.windowTokens]).toEqual(['context_overflow', promptTokens, windowTokens])
  })

  test('servers that say nothing at all', () => {
    expect(fault(400, '').code).toBe('context_overflow')
    expect(fault(413, '').code).toBe('context_overflow')
    expect(fault(422, '').code).toBe('bad_request')
  })
})

test.each<[status: number, code: ModelErrorCode, retryable: boolean]>([
  [400, 'bad_request', false],
  [401, 'authentication', false],
  [402, 'quota_exhausted', false],
  [403, 'authentication', false],
  [404, 'bad_request', false],
  [408, 'overloaded', true],
  [409, 'overloaded', true],
  [422, 'bad_request', false],
  [429, 'rate_limited', true],
  [500, 'overloaded', true],
  [503, 'overloaded', true],
  [529, 'overloaded', true],
])('the status %i without a known word means %s', (status, code, retryable) => {
  expect(fault(status, 'Something.')).toMatchObject({ code, retryable })
})

describe('the wait is read', () => {
  test.each<[where: string, headers: Record<string, string>, message: string, waitMs: number | undefined]>([
    ['in milliseconds before all else', { 'retry-after-ms': '250', 'retry-after': '9' }, 'try again in 5s', 250],
    ['in seconds', { 'retry-after': '2' }, '', 2000],
    ['from a date', { 'retry-after': new Date(now + 5000).toUTCString() }, '', 5000],
    ['from a date that is past', { 'retry-after': new Date(now - 5000).toUTCString() }, '', 0],
    ['out of a text in seconds', {}, 'Please try again in 1.8s.', 1800],
    ['out of a text in milliseconds', {}, 'Please try again in 20ms.', 20],
    ['out of a text in minutes', {}, 'Please try again in 1m2.5s.', 62_500],
    ['out of a text in words', {}, 'Retry in 3 seconds', 3000],
    ['nowhere, if nothing says it', {}, 'Later.', undefined],
    ['nowhere, if the header is not a time', { 'retry-after': 'soon' }, 'Later.', undefined],
  ])('%s', (_, headers, message, waitMs) => {
    expect(fault(429, message || 'Slow down.', { headers }).details.retryAfterMs).toBe(waitMs)
  })

  test('from the details of Google', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' }]
    expect(fault(429, 'Quota.', { error: { details } }).details.retryAfterMs).toBe(36_000)
  })
})

test('the word of the provider whether to try again counts before ours', () => {
  expect(fault(500, 'No.', { headers: { 'x-should-retry': 'false' } }).retryable).toBe(false)
  expect(fault(400, 'Odd.', { headers: { 'x-should-retry': 'true' } }).retryable).toBe(true)
})

test('the quota of a day is not worth waiting for', () => {
  const details = [{ violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] }]
  expect(fault(429, 'Quota exceeded.', { error: { status: 'RESOURCE_EXHAUSTED', details } }).code).toBe(
    'quota_exhausted',
  )
  expect(fault(429, 'Pay.', { error: { code: 'insufficient_quota' } })).toMatchObject({
    code: 'quota_exhausted',
    retryable: false,
  })
})

test('a page of a proxy is not shown', () => {
  const { message } = classifyFault({ status: 502, text: '<!DOCTYPE html><h1>Bad gateway</h1>', now })
  expect(message).toBe('The provider answered with the status 502: a page of HTML')
})
