import { openFakeModels } from '@drawbridge/models/testing'
import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { openTestGateway } from '../testing/open-test-gateway.ts'

const open = async () => {
  const fake = await openFakeModels({ answers: [{ text: 'Good morning.' }, { text: 'Good night.' }] })
  onTestFinished(() => fake[Symbol.asyncDispose]())
  const models = { 'm-1': { context: 200_000, maxOutput: 8_000 } }
  const ours = { type: 'openai-compatible' as const, url: fake.url('openai-chat'), key: fake.key, models }
  const config: object = { models: { default: 'ours/m-1', providers: { ours } } }
  const gateway = await openTestGateway({ drawbridge: { config } })
  const member = await gateway.signIn('member')
  const { secret } = await member.key(['chat'])
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 })
  return { gateway, client, member }
}

test('the official client lists models, gets an answer, and streams the next of the same session', async () => {
  const { gateway, client } = await open()
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['agent/default'])
  const ask = (content: string) => ({ model: 'agent/default', messages: [{ role: 'user' as const, content }] })
  const { data, response } = await client.chat.completions.create(ask('Hello')).withResponse()
  expect(data.choices[0]).toMatchObject({
    message: { role: 'assistant', content: 'Good morning.' },
    finish_reason: 'stop',
  })
  const session = response.headers.get('x-drawbridge-session') ?? ''
  const chunks = []
  const stream = await client.chat.completions.create({
    ...ask('And now?'),
    stream: true,
    stream_options: { include_usage: true },
    metadata: { session },
  })
  for await (const chunk of stream) chunks.push(chunk)
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Good night.')
  expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  expect(gateway.errors).toEqual([])
})

test('errors have the form of that interface, and a session of another user is not there', async () => {
  const { client, gateway } = await open()
  const ask = { model: 'agent/default', messages: [{ role: 'user' as const, content: 'x' }] }
  await expect(client.chat.completions.create({ ...ask, model: 'gpt-4' })).rejects.toMatchObject({
    status: 404,
    code: 'model_not_found',
  })
  await expect(client.chat.completions.create({ ...ask, n: 2 })).rejects.toMatchObject({ status: 400 })
  const { response } = await client.chat.completions.create(ask).withResponse()
  const session = response.headers.get('x-drawbridge-session') ?? ''
  const eve = await (await gateway.signIn('member')).key(['chat'])
  const other = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: eve.secret, maxRetries: 0 })
  await expect(other.chat.completions.create({ ...ask, metadata: { session } })).rejects.toMatchObject({ status: 404 })
  const narrow = await (await gateway.signIn('member')).key(['tools:read'])
  const without = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: narrow.secret, maxRetries: 0 })
  await expect(without.models.list()).rejects.toMatchObject({ status: 403 })
})
