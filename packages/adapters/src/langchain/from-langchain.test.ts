import { createRegistry, openRun } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromLangchain } from './from-langchain.ts'

const city = z.object({ name: z.string(), near: z.string().optional() })
const seen: unknown[] = []
const tools = [
  tool(
    (input, { toolCall }) => {
      seen.push([input, toolCall.id])
      return `${input.name} is sunny.`
    },
    { name: 'getWeather', description: 'Says how the weather is.', schema: city },
  ),
  tool(({ name }) => [`${name} has 7 people.`, { people: 7 }], {
    name: 'count',
    description: 'Counts people.',
    schema: z.toJSONSchema(city),
    responseFormat: 'content_and_artifact',
  }),
  tool(
    ({ name }, { toolCall }) =>
      new ToolMessage({ content: `${name} is far.`, status: 'error', tool_call_id: toolCall.id }),
    { name: 'visit', description: 'Goes there.', schema: city },
  ),
  tool(
    () => {
      throw new Error('It is closed.')
    },
    { name: 'close', description: 'Closes a city.', schema: city },
  ),
]

async function call(name: string, given: object) {
  const registry = createRegistry()
  for (const each of await fromLangchain(tools, { group: 'city', permission: 'readonly' })) registry.register(each)
  return openRun({ registry, principal: testPrincipal }).call({ id: 'one', name, arguments: given })
}

test('tools of LangChain are called like any other tool', async () => {
  expect(await call('city.get_weather', { name: 'Ulm' })).toMatchObject({ status: 'ok', text: 'Ulm is sunny.' })
  expect(seen).toEqual([[{ name: 'Ulm' }, 'one']])
})

test('their input is validated before they see it', async () => {
  expect(await call('city.get_weather', { town: 'Ulm' })).toMatchObject({ code: 'validation_error' })
})

test('an artifact is the structured value', async () => {
  const outcome = await call('city.count', { name: 'Ulm' })
  expect(outcome).toMatchObject({ text: 'Ulm has 7 people.', result: { data: { people: 7 } } })
})

test.each([
  ['city.visit', 'Ulm is far.'],
  ['city.close', 'It is closed.'],
])('an error of %s fails the call with its words', async (name, words) => {
  expect(await call(name, { name: 'Ulm' })).toMatchObject({ status: 'failed', message: expect.stringContaining(words) })
})
