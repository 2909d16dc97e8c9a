import { createRegistry, openRun } from '@drawbridge/core'
import { createMemoryRecorder, testPrincipal } from '@drawbridge/core/testing'
import { type FunctionTool, tool } from '@openai/agents'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromOpenaiAgents } from './from-openai-agents.ts'

const seen: unknown[] = []
const getCity = tool({
  name: 'getCity',
  description: 'Finds a city.',
  parameters: z.object({ name: z.string(), near: z.string().nullable() }),
  execute: (input, _context, details) => {
    seen.push([input, details?.toolCall?.callId])
    return { name: input.name, people: 7 }
  },
})
const drop = tool({
  name: 'drop',
  description: 'Deletes a city.',
  parameters: z.object({ path: z.string() }),
  errorFunction: null,
  execute: ({ path }) => {
    if (path === 'bad') throw new Error('It is still inhabited.')
    return `Dropped ${path}.`
  },
})

async function open() {
  const registry = createRegistry()
  const tools = await fromOpenaiAgents([getCity, drop] as unknown as FunctionTool[], {
    group: 'city',
    permission: (name) => (name === 'drop' ? 'write' : 'readonly'),
    targets: (input, name) => (name === 'drop' ? [{ kind: 'session', id: String(input.path), access: 'write' }] : []),
  })
  for (const each of tools) registry.register(each)
  const recorder = createMemoryRecorder()
  return { run: openRun({ registry, recorder, principal: testPrincipal }), recorder, tools }
}

test('tools of the SDK are called like any other tool, and their values are data', async () => {
  const { run } = await open()
  const outcome = await run.call({ id: 'one', name: 'city.get_city', arguments: { name: 'Ulm', near: null } })
  expect(outcome).toMatchObject({ status: 'ok', result: { data: { name: 'Ulm', people: 7 } } })
  expect(seen).toEqual([[{ name: 'Ulm', near: null }, 'one']])
})

test('input is validated before the tool sees it', async () => {
  const { run } = await open()
  const outcome = await run.call({ name: 'city.get_city', arguments: { town: 'Ulm' } })
  expect(outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
})

test('a tool that changes something is asked about, with its targets', async () => {
  const { run } = await open()
  const outcome = await run.call({ name: 'city.drop', arguments: { path: 'ulm' } })
  expect(outcome).toMatchObject({ status: 'denied', code: 'approval_unavailable' })
  expect(outcome.result.meta.targets).toMatchObject([{ kind: 'session', id: 'ulm' }])
})

test('the schema that a model is shown is that of the tool', async () => {
  const { tools } = await open()
  expect(tools.map(({ name, permission }) => [name, permission])).toEqual([
    ['city.get_city', 'readonly'],
    ['city.drop', 'write'],
  ])
})
