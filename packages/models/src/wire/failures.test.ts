import type { ModelErrorCode } from '@drawbridge/core/model'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withFallbacks } from '../catalogue/with-fallbacks.ts'
import { ask, question } from '../testing/ask-fake.ts'
import { connectFake, fakeFamilies } from '../testing/connect-fake.ts'
import { openFakeModels } from '../testing/fake-models.ts'
import { type FakeFailure, type FakeFamily, type FakeStep, fakeFailures } from '../testing/fake-step.ts'

const families = Object.keys(fakeFamilies) as FakeFamily[]

async function open(steps: readonly FakeStep[]) {
  const fake = await openFakeModels({ answers: steps })
  onTestFinished(() => fake[Symbol.asyncDispose]())
  return fake
}

const codes: Readonly<Record<FakeFailure, ModelErrorCode>> = {
  rate_limited: 'rate_limited',
  wait_date: 'rate_limited',
  wait_in_text: 'rate_limited',
  retry_info: 'rate_limited',
  no_quota: 'quota_exhausted',
  overloaded: 'overloaded',
  server_error: 'overloaded',
  do_not_retry: 'overloaded',
  should_retry: 'bad_request',
  unauthorized: 'authentication',
  context_overflow: 'context_overflow',
  output_too_long: 'context_overflow',
  empty_400: 'context_overflow',
  empty_413: 'context_overflow',
  html_page: 'overloaded',
  html_200: 'network',
  refused_prompt: 'refused',
  model_not_found: 'bad_request',
  reset: 'network',
  silence: 'timeout',
}

const repeated: ReadonlySet<FakeFailure> = new Set([
  'rate_limited',
  'wait_date',
  'should_retry',
  'wait_in_text',
  'retry_info',
  'overloaded',
  'server_error',
  'html_page',
  'html_200',
  'reset',
  'silence',
])

describe.each(families)('%s', (family) => {
  test.each(fakeFailures)('a failure by %s gets its code, and is repeated only if that helps', async (failure) => {
    const fake = await open([{ failure }, { text: 'The next one.' }])
    const model = await connectFake(fake, family, {
      retries: { most: 0 },
      timeouts: { firstMs: failure === 'silence' ? 40 : 5000 },
    })
    const { error } = await ask(model, question)
    // Anthropic has no word for a refused prompt, and Gemini none for a missing model.
    const isWordless = failure === 'refused_prompt' && family === 'anthropic'
    if (failure === 'output_too_long' && error === undefined) return
    expect(error?.code).toBe(isWordless ? 'bad_request' : codes[failure])
    if (failure !== 'model_not_found') expect(error?.retryable).toBe(repeated.has(failure))
    expect(error?.message).not.toContain(fake.key)
    expect(error?.details.model).toBe('fake/model-1')
  })

  test('is asked again after the wait that it named, and what was said before is void', async () => {
    const fake = await open([{ failure: 'retry_info' }, { failure: 'wait_in_text' }, { text: 'Now.' }])
    const { events, answer } = await ask(await connectFake(fake, family), question)
    expect(events.filter(({ type }) => type === 'retrying')).toMatchObject([
      { attempt: 1, waitMs: 40 },
      { attempt: 2, waitMs: 40 },
    ])
    expect([answer?.blocks, fake.requests.length]).toEqual([
      [expect.objectContaining({ type: 'text', text: 'Now.' })],
      3,
    ])
  })

  test('a fallback goes on where the first model is not available, and its answer names it', async () => {
    const busy = await open([{ failure: 'overloaded' }])
    const free = await open([{ text: 'I can.' }])
    const first = await connectFake(busy, family, { name: 'busy', retries: { most: 0 } })
    const second = await connectFake(free, family, { name: 'free' })
    const { events, answer } = await ask(withFallbacks(first, [second]), question)
    expect(events).toContainEqual(expect.objectContaining({ type: 'retrying', model: 'fake/free', attempt: 1 }))
    expect(answer).toMatchObject({ model: 'fake/free', stop: 'stop' })
  })
})

test('a fallback does not hide a wrong key or a wrong request', async () => {
  for (const failure of ['unauthorized', 'context_overflow'] as const) {
    const first = await connectFake(await open([{ failure }]), 'anthropic', { retries: { most: 0 } })
    const other = await open([{ text: 'Never.' }])
    const { error } = await ask(withFallbacks(first, [await connectFake(other, 'gemini')]), question)
    expect([error?.code, other.requests.length]).toEqual([codes[failure], 0])
  }
})

test('prompt and answer that are too long together get a shorter answer at once', async () => {
  const fake = await open([{ failure: 'output_too_long' }, { text: 'Short.' }])
  const model = await connectFake(fake, 'anthropic', { limits: { context: 200_000, maxOutput: 32_000 } })
  const { answer, events } = await ask(model, { messages: question.messages })
  expect([answer?.stop, events[0]]).toMatchObject(['stop', { type: 'retrying', waitMs: 0 }])
  expect(fake.requests.map(({ body }) => body.max_tokens)).toEqual([32_000, 8976])
})

test('a wait that is too long is not waited for, and the error says how long it is', async () => {
  const fake = await open([{ failure: 'retry_info' }, { text: 'Never.' }])
  const { error } = await ask(await connectFake(fake, 'anthropic', { retries: { longestWaitMs: 10 } }), question)
  expect([error?.code, fake.requests.length]).toEqual(['rate_limited', 1])
  expect(error?.message).toContain('It asks to wait 40 ms, and "models.retries.longestWaitMs" allows 10 ms.')
})

test('the tokens of an attempt that broke are known', async () => {
  const fake = await open([{ text: 'Half a story, and then', quirks: ['cut_stream'] }])
  const { error } = await ask(await connectFake(fake, 'anthropic', { retries: { most: 0 } }), question)
  expect(error?.details.usage).toMatchObject({ input: fake.counted.prompt, estimated: false })
  const other = await open([{ text: 'Half a story, and then', quirks: ['cut_stream'] }])
  const broken = await ask(await connectFake(other, 'openai-chat', { retries: { most: 0 } }), question)
  expect(broken.error?.details.usage).toMatchObject({ estimated: true })
})
