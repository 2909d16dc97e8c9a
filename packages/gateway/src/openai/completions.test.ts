import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { openTestGateway } from '../testing/open-test-gateway.ts'

const readA = { name: 'fs__read_file', input: { path: 'a.txt' } }
const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Tells the weather of a town.',
    parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
  },
} as const

async function connect(script: NonNullable<Parameters<typeof openTestGateway>[0]>['script'], scopes = ['chat']) {
  const gateway = await openTestGateway(script === undefined ? {} : { script })
  const owner = await gateway.signIn('member')
  const { secret } = await owner.key(scopes)
  const client = new OpenAI({ apiKey: secret, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  return { gateway, owner, client }
}

test("OpenAI's client talks to an agent that works with its own tools, goes on with the session, and counts its tokens", async () => {
  const { gateway, client } = await connect([{ calls: [readA] }, { text: 'There is no such file.' }, { text: 'Sure.' }])
  const { data: models } = await client.models.list()
  expect(models).toMatchObject([{ id: 'agent/default', object: 'model' }])
  const ask = { model: 'agent/default', messages: [{ role: 'user', content: 'Read a.txt.' }] } as const
  const { data, response } = await client.chat.completions
    .create({ ...ask, messages: [...ask.messages] })
    .withResponse()
  expect(data.choices).toMatchObject([
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'There is no such file.' } },
  ])
  expect(data.usage?.total_tokens).toBeGreaterThan(0)
  const session = response.headers.get('x-drawbridge-session') ?? ''
  const stream = await client.chat.completions.create({
    ...{ model: 'agent/default', stream: true, stream_options: { include_usage: true }, metadata: { session } },
    messages: [
      { role: 'user', content: 'Read a.txt.' },
      { role: 'assistant', content: 'There is no such file.' },
      { role: 'user', content: 'Sure?' },
    ],
  })
  const chunks = await Array.fromAsync(stream)
  expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Sure.')
  expect(chunks.map(({ choices }) => choices[0]?.finish_reason ?? null).filter((each) => each !== null)).toEqual([
    'stop',
  ])
  expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  expect(gateway.errors).toEqual([])
})

test('tools of a client are answered with calls that the client makes itself, streamed or whole', async () => {
  const calls = [{ name: 'get_weather', input: { town: 'Kiel' } }]
  const { client, gateway, owner } = await connect([{ calls }, { expect: 'rain', text: 'It rains.' }, { calls }])
  const ask = {
    model: 'agent/default',
    tools: [weather],
    messages: [{ role: 'user', content: 'How is Kiel?' }],
  } satisfies OpenAI.ChatCompletionCreateParamsNonStreaming
  const { choices } = await client.chat.completions.create(ask)
  const call = choices[0]?.message.tool_calls?.[0]
  expect(choices[0]?.finish_reason).toBe('tool_calls')
  expect(call).toMatchObject({ type: 'function', function: { name: 'get_weather', arguments: '{"town":"Kiel"}' } })
  const answered = await client.chat.completions.create({
    ...ask,
    messages: [
      ...ask.messages,
      { role: 'assistant', tool_calls: call === undefined ? [] : [call] },
      { role: 'tool', tool_call_id: call?.id ?? '', content: 'rain' },
    ],
  })
  expect(answered.choices[0]?.message.content).toBe('It rains.')
  const runner = client.chat.completions.stream(ask)
  expect(await runner.finalFunctionToolCall()).toMatchObject({ name: 'get_weather', arguments: '{"town":"Kiel"}' })
  const { json } = await owner.send('GET', '/v1/audit?event=run.reported')
  expect(json.items.map(({ event }: { event: object }) => event)).toMatchObject(
    [1, 0, 1].map((calls) => ({ turns: 1, calls, usage: { output: expect.any(Number) } })),
  )
  expect(gateway.errors).toEqual([])
})

test('a request with tools that is above the tokens of a run of its agent is refused', async () => {
  const home = await mkdtemp(join(tmpdir(), 'drawbridge-limits-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await mkdir(join(home, 'agents/small'), { recursive: true })
  await writeFile(
    join(home, 'agents/small/AGENT.md'),
    '---\ndescription: Is short.\nlimits: { maxTokens: 100 }\n---\nBe short.\n',
  )
  const gateway = await openTestGateway({ home, script: [{ text: 'Yes.' }] })
  const key = await (await gateway.signIn('member')).key(['chat'])
  const ask = (content: string) =>
    key.send('POST', '/v1/chat/completions', {
      body: { model: 'agent/small', tools: [weather], messages: [{ role: 'user', content }] },
    })
  const refused = await ask('x'.repeat(1_000))
  expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('100 tokens')])
  expect((await ask('x')).status).toBe(200)
})

test.each([
  [{ model: 'gpt-5' }, 'agent/<id>'],
  [{ n: 2 }, 'more than 1'],
  [{ logprobs: true }, 'not available'],
  [{ model: 'agent/nobody' }, 'nobody'],
] as const)('%j is refused in the words of OpenAI, with the reason', async (change, reason) => {
  const { client } = await connect([])
  const asked = client.chat.completions.create({
    ...{ model: 'agent/default', messages: [{ role: 'user', content: 'x' }] },
    ...change,
  })
  await expect(asked).rejects.toMatchObject({ status: 400, message: expect.stringContaining(reason) })
})

test('a key without the scope, a session of others and a run that fails are errors for the client', async () => {
  const { client, gateway } = await connect([{ error: 'authentication' }, { error: 'authentication' }])
  const ask = { model: 'agent/default', messages: [{ role: 'user' as const, content: 'x' }] }
  await expect(client.chat.completions.create(ask)).rejects.toMatchObject({ status: 503 })
  const stream = await client.chat.completions.create({ ...ask, stream: true })
  await expect(Array.fromAsync(stream)).rejects.toThrow()
  const other = await gateway.signIn('member')
  const { json } = await other.send('POST', '/v1/sessions', { body: {} })
  const foreign = client.chat.completions.create({ ...ask, metadata: { session: json.id } })
  await expect(foreign).rejects.toMatchObject({ status: 404 })
  const { secret } = await other.key(['tools:read'])
  const poor = new OpenAI({ apiKey: secret, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
  await expect(poor.chat.completions.create(ask)).rejects.toMatchObject({ status: 403, type: 'invalid_request_error' })
})
