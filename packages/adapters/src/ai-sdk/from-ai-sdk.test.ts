import { createRegistry, type DrawbridgeEvent, openRun, type ToolDefinition } from '@drawbridge/core'
import { createMemoryRecorder, testPrincipal } from '@drawbridge/core/testing'
import { dynamicTool, jsonSchema, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fromAiSdk } from './from-ai-sdk.ts'

const weather = { group: 'weather', permission: 'readonly' } as const

function runOf(tools: readonly ToolDefinition[]) {
  const registry = createRegistry()
  for (const each of tools) registry.register(each)
  const recorder = createMemoryRecorder()
  return { run: openRun({ registry, recorder, principal: testPrincipal }), recorder }
}

const getCity = tool({
  description: 'Tells the weather.',
  inputSchema: z.object({ city: z.string(), unit: z.string().default('C') }),
  execute: ({ city, unit }) => ({ city, unit }),
})

describe('tools of the AI SDK in a Drawbridge', () => {
  test('are called like any other, with their own defaults', async () => {
    const { run } = runOf(await fromAiSdk({ getCity }, weather))
    const outcome = await run.call({ name: 'weather.get_city', arguments: { city: 'Oslo' } })
    expect(outcome).toMatchObject({ status: 'ok', result: { data: { city: 'Oslo', unit: 'C' } } })
    const wrong = await run.call({ name: 'weather.get_city', arguments: { city: 7, other: [] } })
    expect(wrong).toMatchObject({ status: 'failed' })
  })

  test('show the model what they want it to see', async () => {
    const shown = tool({
      ...getCity,
      toModelOutput: () => ({
        type: 'content' as const,
        value: [
          { type: 'text' as const, text: 'Sunny.' },
          { type: 'file' as const, mediaType: 'image/png', data: { type: 'data' as const, data: 'AA==' } },
        ],
      }),
    })
    const refused = tool({ ...getCity, toModelOutput: () => ({ type: 'error-text' as const, value: 'No such city.' }) })
    const { run } = runOf(await fromAiSdk({ shown, refused }, weather))
    const content = [
      { type: 'text', text: 'Sunny.' },
      { type: 'image', mediaType: 'image/png' },
    ]
    expect(await run.call({ name: 'weather.shown', arguments: { city: 'Oslo' } })).toMatchObject({
      result: { content },
    })
    expect(await run.call({ name: 'weather.refused', arguments: { city: 'Oslo' } })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('No such city.'),
    })
  })

  test('that stream outputs progress, and the last one is the result', async () => {
    const counting = dynamicTool({
      inputSchema: jsonSchema({ type: 'object', properties: {} }),
      async *execute() {
        yield 'one'
        yield 'two'
        yield 'three'
      },
    })
    const { run } = runOf(await fromAiSdk({ counting }, weather))
    const heard: DrawbridgeEvent[] = []
    const outcome = await run.call({ name: 'weather.counting' }, { onEvent: (event) => heard.push(event) })
    expect(outcome.text).toBe('three')
    expect(heard.flatMap((event) => (event.type === 'tool.progress' ? [event.message] : []))).toEqual(['one', 'two'])
  })

  test('hear the end of their call, and what they throw fails it', async () => {
    const waiting = dynamicTool({
      inputSchema: jsonSchema({ type: 'object', properties: {} }),
      execute: (_, { abortSignal }) =>
        new Promise((_, reject) => abortSignal?.addEventListener('abort', () => reject(new Error('stopped')))),
    })
    const failing = dynamicTool({
      inputSchema: jsonSchema({ type: 'object', properties: {} }),
      execute: () => Promise.reject(new Error('It is night.')),
    })
    const { run } = runOf(await fromAiSdk({ waiting, failing }, weather))
    const stopping = new AbortController()
    const ending = run.call({ name: 'weather.waiting' }, { signal: stopping.signal })
    setImmediate(() => stopping.abort())
    expect(await ending).toMatchObject({ status: 'cancelled', code: 'aborted' })
    expect((await run.call({ name: 'weather.failing' })).text).toContain('It is night.')
  })

  test('are judged by what they touch, as the program says', async () => {
    const [imported] = await fromAiSdk(
      { getCity },
      { group: 'weather', permission: () => 'write', targets: ({ city }) => [{ kind: 'url', url: `https://${city}` }] },
    )
    expect(imported?.permission).toBe('write')
    expect(imported?.targets?.({ city: 'oslo.example' })).toEqual([{ kind: 'url', url: 'https://oslo.example' }])
  })

  test('that are run elsewhere are refused by name', async () => {
    const elsewhere = tool({ inputSchema: z.object({}), outputSchema: z.string() })
    await expect(fromAiSdk({ elsewhere }, weather)).rejects.toThrow('"elsewhere"')
  })
})
