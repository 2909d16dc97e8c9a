import type { ModelErrorCode, ModelStop } from '@drawbridge/core/model'
import { describe, expect, onTestFinished, test } from 'vitest'
import { afterwards, ask, question } from '../testing/ask-fake.ts'
import { connectFake, fakeFamilies } from '../testing/connect-fake.ts'
import { openFakeModels } from '../testing/fake-models.ts'
import { type FakeFamily, type FakeQuirk, type FakeStep, fakeQuirks } from '../testing/fake-step.ts'

const families = Object.keys(fakeFamilies) as FakeFamily[]
const calls = [
  { name: 'fs__read_file', input: { path: 'a long path ü' } },
  { name: 'fs__read_file', input: { path: 'another long path' } },
]

async function play(family: FakeFamily, steps: readonly FakeStep[]) {
  const fake = await openFakeModels({ answers: steps })
  onTestFinished(() => fake[Symbol.asyncDispose]())
  const model = await connectFake(fake, family, { name: 'gemini-3-like', retries: { most: 0 } })
  return { fake, model }
}

/** Quirks with which an answer with calls arrives whole, as if nothing were odd. */
const harmless: readonly FakeQuirk[] = [
  'usage_in_every_event',
  'no_done',
  'whole_calls',
  'no_index',
  'index_always_0',
  'name_repeated',
  'stop_with_calls',
  'empty_choices',
  'keep_alive',
  'no_ids',
  'same_ids',
  'reasoning_field',
  'hidden_reasoning',
  'redacted_reasoning',
  'signature_on_empty_text',
  'single_bytes',
]

describe.each(families)('%s', (family) => {
  test.each(harmless)(
    'an answer with %s arrives whole, and goes back in a form that the service takes',
    async (quirk) => {
      const step: FakeStep = { reasoning: 'Hm.', text: 'Both.', calls, quirks: [quirk] }
      const { fake, model } = await play(family, [step, step, { text: 'Done.' }])
      const first = await ask(model, question)
      if (first.answer === undefined) throw first.error
      const made = first.answer.blocks.filter((block) => block.type === 'call')
      expect(made).toMatchObject(calls)
      expect(first.answer).toMatchObject({ stop: 'calls', cut: [], usage: { estimated: false } })
      const second = await ask(model, afterwards(question, first.answer))
      if (second.answer === undefined) throw second.error
      const ids = [...made, ...second.answer.blocks].flatMap((block) => (block.type === 'call' ? [block.id] : []))
      expect(new Set(ids).size).toBe(4)
      const third = await ask(model, afterwards(afterwards(question, first.answer), second.answer))
      expect([third.error?.message, fake.problems]).toEqual([undefined, []])
    },
  )

  test.each<[quirk: FakeQuirk, code: ModelErrorCode]>([
    ['error_in_stream', 'overloaded'],
    ['bare_error_in_stream', 'overloaded'],
    ['overloaded_in_stream', 'overloaded'],
    ['cut_stream', 'cut'],
    ['no_terminal_event', 'cut'],
  ])('a stream with %s is an error that is worth a repeat, never an answer', async (quirk, code) => {
    const { model } = await play(family, [{ text: 'Half a story, and then', calls, quirks: [quirk] }])
    const { answer, error } = await ask(model, question)
    expect(answer).toBeUndefined()
    expect(error).toMatchObject({ code, retryable: true })
  })

  test('silence in the middle of a stream ends at its time limit', async () => {
    const { model: first, fake } = await play(family, [])
    expect(first.family).toBe(family)
    const stalling = await openFakeModels({ answers: [{ text: 'Half a story, and then', quirks: ['stall'] }] })
    onTestFinished(() => stalling[Symbol.asyncDispose]())
    const model = await connectFake(stalling, family, { retries: { most: 0 }, timeouts: { idleMs: 30 } })
    expect((await ask(model, question)).error).toMatchObject({ code: 'timeout', retryable: true })
    expect(fake.requests).toEqual([])
  })

  test.each(['truncated_arguments', 'truncated_but_stopped_well'] as const)(
    'a call with %s is no block, and the answer does not count as whole',
    async (quirk) => {
      const { model } = await play(family, [{ text: 'I call.', calls, quirks: [quirk] }])
      const { answer } = await ask(model, question)
      const names = answer?.blocks.flatMap((block) => (block.type === 'call' ? [block.input.path] : []))
      expect(names).toEqual(['a long path ü'])
      // Gemini sends calls whole or not at all, so nothing is left of the second one.
      if (family === 'gemini') expect(answer?.stop).toBe(quirk === 'truncated_arguments' ? 'length' : 'calls')
      else expect(answer).toMatchObject({ stop: 'length', cut: [{ name: 'fs__read_file' }] })
    },
  )

  test('calls of an answer that is as long as it may be do not count as whole, whatever the stop reason', async () => {
    const { model } = await play(family, [{ calls }, { calls }])
    const { output = 0 } = (await ask(model, question)).answer?.usage ?? {}
    const { answer } = await ask(model, { ...question, maxOutput: output })
    expect(answer).toMatchObject({ stop: 'length', usage: { output, reasoning: 0 } })
  })

  test('empty arguments are an empty object', async () => {
    const { model } = await play(family, [{ calls: [{ name: 'time__now' }], quirks: ['empty_arguments'] }])
    expect((await ask(model, question)).answer?.blocks).toMatchObject([{ type: 'call', name: 'time__now', input: {} }])
  })

  test('usage that is not reported is estimated, and marked so', async () => {
    const { model } = await play(family, [{ text: 'A story.', quirks: ['no_usage'] }])
    const { answer } = await ask(model, question)
    const estimated = family !== 'anthropic'
    expect(answer?.usage).toMatchObject({ estimated, output: 2 })
    expect(answer?.usage.input).toBeGreaterThan(0)
  })

  test.each<[quirk: FakeQuirk, stop: ModelStop]>([
    ['too_long', 'length'],
    ['refusal', 'refused'],
    ['content_filter', 'refused'],
  ])('an answer with %s ends with %s', async (quirk, stop) => {
    const { model } = await play(family, [{ text: 'Some words.', quirks: [quirk] }])
    expect((await ask(model, question)).answer).toMatchObject({ stop, blocks: [{ type: 'text', text: 'Some words.' }] })
  })
})

test('a paused turn of Anthropic goes back as it is', async () => {
  const { fake, model } = await play('anthropic', [
    { reasoning: 'Hm.', text: 'I am searching.', quirks: ['pause_turn'] },
    { text: 'Found.' },
  ])
  const { answer } = await ask(model, question)
  if (answer === undefined) throw new Error('There is no answer.')
  expect(answer).toMatchObject({ stop: 'paused', raw: 'pause_turn' })
  const messages = [...question.messages, { role: 'assistant' as const, blocks: answer.blocks, model: answer.model }]
  expect((await ask(model, { ...question, messages })).answer?.stop).toBe('stop')
  expect([fake.problems, JSON.stringify(fake.requests[1]?.body.messages)]).toEqual([
    [],
    expect.stringContaining('"thinking"'),
  ])
})

test('a full window of Anthropic is told as such', async () => {
  const { model } = await play('anthropic', [{ text: 'Much.', quirks: ['window_exceeded'] }])
  expect((await ask(model, question)).answer).toMatchObject({
    stop: 'context_window',
    raw: 'model_context_window_exceeded',
  })
})

test.each<[quirk: FakeQuirk, repeats: number]>([
  ['empty', 1],
  ['malformed_call', 2],
])('an answer of Gemini with %s is worth %i repeats', async (quirk, repeats) => {
  const { model } = await play('gemini', [{ text: 'Lost.', quirks: [quirk] }])
  expect((await ask(model, question)).error).toMatchObject({
    code: 'cut',
    retryable: true,
    details: { mostRetries: repeats },
  })
})

test('the signature of Gemini behind Chat Completions goes back with its call', async () => {
  const { fake, model } = await play('openai-chat', [{ calls, quirks: ['redacted_reasoning'] }, { text: 'Done.' }])
  const { answer } = await ask(model, question)
  if (answer === undefined) throw new Error('There is no answer.')
  await ask(model, afterwards(question, answer))
  expect(JSON.stringify(fake.requests[1]?.body)).toContain('"extra_content":{"google":{"thought_signature":')
})

test('every quirk of the fake service is played by a test here or in conversations.test.ts', () => {
  const others: readonly FakeQuirk[] = [
    'error_in_stream',
    'bare_error_in_stream',
    'overloaded_in_stream',
    'cut_stream',
    'no_terminal_event',
    'stall',
    'truncated_arguments',
    'truncated_but_stopped_well',
    'too_long',
    'content_filter',
    'refusal',
    'empty',
    'window_exceeded',
    'pause_turn',
    'no_usage',
    'empty_arguments',
    'malformed_call',
  ]
  expect([...harmless, ...others].sort()).toEqual([...fakeQuirks].sort())
})
