import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, streamText, tool } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestGateway } from '../testing/open-test-gateway.ts'

async function connect(script: NonNullable<NonNullable<Parameters<typeof openTestGateway>[0]>['script']>) {
  const gateway = await openTestGateway({ script })
  const { secret } = await (await gateway.signIn('member')).key(['chat'])
  const provider = createOpenAICompatible({
    ...{ name: 'drawbridge', apiKey: secret, baseURL: `${gateway.url}/v1`, includeUsage: true },
  })
  return { gateway, model: provider('agent/default') }
}

test('the AI SDK talks to an agent that works with its own tools, whole and streamed', async () => {
  const readA = { name: 'fs__read_file', input: { path: 'a.txt' } }
  const { gateway, model } = await connect([{ calls: [readA] }, { text: 'There is no such file.' }, { text: 'Hello.' }])
  const { text, finishReason, usage } = await generateText({ model, prompt: 'Read a.txt.', maxRetries: 0 })
  expect([text, finishReason]).toEqual(['There is no such file.', 'stop'])
  expect(usage.totalTokens).toBeGreaterThan(0)
  const stream = streamText({ model, prompt: 'Greet me.', maxRetries: 0 })
  expect((await Array.fromAsync(stream.textStream)).join('')).toBe('Hello.')
  expect(await stream.finishReason).toBe('stop')
  expect((await stream.usage).outputTokens).toBeGreaterThan(0)
  expect(gateway.errors).toEqual([])
})

test('the AI SDK makes the calls of its own tools and brings their results, streamed', async () => {
  const calls = [
    { name: 'get_weather', input: { town: 'Kiel' } },
    { name: 'get_weather', input: { town: 'Bonn' } },
  ]
  const { gateway, model } = await connect([{ calls }, { expect: 'rain in Bonn', text: 'It rains.' }])
  const asked: string[] = []
  const getWeather = tool({
    description: 'Tells the weather of a town.',
    inputSchema: z.object({ town: z.string() }),
    execute: async ({ town }) => {
      asked.push(town)
      return `rain in ${town}`
    },
  })
  const stream = streamText({
    ...{ model, maxRetries: 0, stopWhen: stepCountIs(3) },
    prompt: 'How is it in Kiel and Bonn?',
    tools: { get_weather: getWeather },
  })
  expect((await Array.fromAsync(stream.textStream)).join('')).toBe('It rains.')
  expect(asked).toEqual(['Kiel', 'Bonn'])
  expect((await stream.steps).map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop'])
  expect(gateway.errors).toEqual([])
})

test('what is wrong with a request reaches the AI SDK in words', async () => {
  const { model } = await connect([{ error: 'authentication' }])
  await expect(generateText({ model, prompt: 'x', maxRetries: 0 })).rejects.toMatchObject({ statusCode: 503 })
})
