import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ModelError, ModelEvent } from '@drawbridge/core/model'
import { serveHttp } from '@drawbridge/net/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask, question } from '../testing/ask-fake.ts'
import { connectFake, fakeFamilies } from '../testing/connect-fake.ts'
import type { FakeFamily } from '../testing/fake-step.ts'

const families = Object.keys(fakeFamilies) as FakeFamily[]
const tooMuch = 17 * 1024 * 1024

/** Events of a family that a hostile service writes as it likes. */
const events: Readonly<
  Record<
    FakeFamily,
    {
      text(text: string): object
      call(name: unknown, id: unknown, json: string): object
      end(reason: string, tokens: unknown): readonly object[]
    }
  >
> = {
  'openai-chat': {
    text: (content) => ({ choices: [{ delta: { content } }] }),
    call: (name, id, json) => ({
      choices: [{ delta: { tool_calls: [{ index: 0, id, function: { name, arguments: json } }] } }],
    }),
    end: (finish_reason, tokens) => [
      { choices: [{ delta: {}, finish_reason }], usage: { prompt_tokens: tokens, completion_tokens: tokens } },
    ],
  },
  'openai-responses': {
    text: (delta) => ({ type: 'response.output_text.delta', output_index: 0, delta }),
    call: (name, call_id, json) => ({
      type: 'response.output_item.done',
      output_index: 1,
      item: { type: 'function_call', name, call_id, arguments: json },
    }),
    end: (_, tokens) => [
      { type: 'response.completed', response: { usage: { input_tokens: tokens, output_tokens: tokens } } },
    ],
  },
  anthropic: {
    text: (text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    call: (name, id, json) => ({
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', name, id, input: json },
    }),
    end: (stop_reason, tokens) => [
      { type: 'message_delta', delta: { stop_reason }, usage: { input_tokens: tokens, output_tokens: tokens } },
      { type: 'message_stop' },
    ],
  },
  gemini: {
    text: (text) => ({ candidates: [{ content: { parts: [{ text }] } }] }),
    call: (name, id, json) => ({ candidates: [{ content: { parts: [{ functionCall: { name, id, args: json } }] } }] }),
    end: (finishReason, tokens) => [
      { candidates: [{ finishReason }], usageMetadata: { promptTokenCount: tokens, candidatesTokenCount: tokens } },
    ],
  },
}

async function attack(family: FakeFamily, serve: (response: ServerResponse, request: IncomingMessage) => void) {
  const server = await serveHttp((request, response) => serve(response, request))
  onTestFinished(() => server[Symbol.asyncDispose]())
  const fake = {
    url: (of: FakeFamily) => `${server.url}${of === 'gemini' ? '/v1beta' : '/v1'}`,
    key: 'a key of the test',
  }
  return await ask(await connectFake(fake, family, { retries: { most: 0 } }), question)
}

function stream(response: ServerResponse, ...data: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(data.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
}

const codeOf = ({ error }: { readonly error: ModelError | undefined }) => [error?.code, error?.retryable]

describe.each(families)('a hostile service over %s', (family) => {
  const { text, call, end } = events[family]

  test('that says more than any answer has is stopped', async () => {
    const piece = text('x'.repeat(1024 * 1024))
    const pieces = Array.from({ length: tooMuch / 1024 / 1024 }, () => piece)
    expect(codeOf(await attack(family, (response) => stream(response, ...pieces)))).toEqual(['network', false])
  })

  test('that never ends an event is stopped', async () => {
    let isGone = false
    const asked = await attack(family, (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.on('close', () => {
        isGone = true
      })
      const chunk = `data: ${'x'.repeat(1024 * 1024)}`
      const more = () => void (response.destroyed || response.write(chunk, () => setImmediate(more)))
      more()
    })
    expect(codeOf(asked)).toEqual(['network', false])
    await expect.poll(() => isGone).toBe(true)
  })

  test('that sends a bomb is stopped before it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ':\n\n'))
    const asked = await attack(family, (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      response.end(bomb)
    })
    expect(asked.error?.code).toBe('network')
  })

  test.each([
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['toString', 'toString'],
    ['of 100,000 characters', 'x'.repeat(100_000)],
  ])('with the stop reason %s gives an answer with a known one', async (_, reason) => {
    const { answer } = await attack(family, (response) => stream(response, text('Hello.'), ...end(reason, 5)))
    expect(['stop', 'refused']).toContain(answer?.stop)
    expect(answer?.raw.length).toBeLessThanOrEqual(200)
  })

  test.each([-5, 1e300, 'many', null, {}, [7]])('that counts %j tokens pays nothing into a budget', async (tokens) => {
    const { answer } = await attack(family, (response) => stream(response, text('Hello.'), ...end('stop', tokens)))
    const { input, output, cacheRead } = answer?.usage ?? {}
    for (const count of [input, output, cacheRead]) {
      expect(count).toBeGreaterThanOrEqual(0)
      expect(count).toBeLessThan(10_000)
    }
  })

  test.each<[what: string, name: unknown, id: unknown, json: string]>([
    ['without a name', undefined, 'a', '{}'],
    ['with a name that is a number', 7, 'a', '{}'],
    ['with an id that is an object', 'time__now', { toString: 'x' }, '{}'],
    ['with an endless id', 'time__now', 'i'.repeat(1_000_000), '{}'],
    ['with arguments that are nested too deep', 'time__now', 'a', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['with arguments that would change prototypes', 'time__now', 'a', '{"__proto__": {"polluted": true}}'],
  ])('with a call %s makes no call that could not be stored', async (_, name, id, json) => {
    const { answer, error } = await attack(family, (response) =>
      stream(response, call(name, id, json), ...end('stop', 5)),
    )
    expect(error?.code ?? 'none').toMatch(/^(?:none|cut|network)$/)
    for (const block of answer?.blocks ?? []) {
      if (block.type !== 'call') continue
      expect(block.id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(typeof block.name).toBe('string')
      expect(JSON.parse(JSON.stringify(block.input))).toEqual(block.input)
    }
    expect({}).not.toHaveProperty('polluted')
  })

  test.each([[[]], [[null]], [['text']], [[7, { choices: 'x', candidates: 7, item: [], delta: [], message: 'x' }]]])(
    'that sends %j in the place of events gives an error or nothing',
    async (data) => {
      const { answer, events: seen } = await attack(family, (response) =>
        stream(response, ...(data as readonly object[])),
      )
      expect(answer).toBeUndefined()
      expect(seen.filter(({ type }: ModelEvent) => type === 'call')).toEqual([])
    },
  )
})
