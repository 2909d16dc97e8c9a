import { describe, expect, test } from 'vitest'
import { createTestSession } from '../testing/create-test-session.ts'
import { driveMessages } from '../testing/drive-messages.ts'
import { createMockOpenai } from '../testing/mock-clients.ts'
import { directlyApproved, directlyAsking, playApproved, playAsking } from '../testing/play-list.ts'
import type { ListedCall } from '../testing/sixty-calls.ts'
import { chatToolsFor } from './chat-tools-for.ts'
import { toolsFor } from './responses-tools-for.ts'

type Call = Pick<ListedCall, 'id' | 'name'> & { readonly arguments: unknown }

const textOf = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given))

function responseWith(calls: readonly Call[]) {
  const output = calls.map(({ id, name, arguments: given }) => ({
    type: 'function_call',
    id: `item_${id}`,
    call_id: id,
    name,
    arguments: textOf(given),
  }))
  return createMockOpenai([{ object: 'response', output }]).responses.create({ model: 'mock', input: 'Do it.' })
}

async function chatMessageWith(calls: readonly Call[]) {
  const made = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: textOf(given) },
  }))
  const completion = { choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: made } }] }
  const client = createMockOpenai([completion])
  const { choices } = await client.chat.completions.create({
    model: 'mock',
    messages: [{ role: 'user', content: 'Do it.' }],
  })
  const [first] = choices
  if (first === undefined) throw new Error('The mock gave no answer.')
  return first.message
}

const calls: readonly Call[] = [
  { id: '1', name: 'test__read', arguments: { path: 'a' } },
  { id: '2', name: 'test__read', arguments: '{"path":' },
  { id: '3', name: 'test__draw', arguments: {} },
]

describe('the tools of a session for OpenAI', () => {
  test('answer a response with the items of the next input', async () => {
    const { answer } = await toolsFor(createTestSession())
    expect(await answer(await responseWith(calls))).toMatchObject({
      messages: [
        { type: 'function_call_output', call_id: '1', output: 'a\n' },
        { type: 'function_call_output', call_id: '2', output: expect.stringContaining('arguments') },
        {
          call_id: '3',
          output: [{ type: 'input_text' }, { type: 'input_image', image_url: 'data:image/png;base64,AA==' }],
        },
      ],
    })
  })

  test('answer a message of the chat interface with messages', async () => {
    const { answer } = await chatToolsFor(createTestSession())
    expect(await answer(await chatMessageWith(calls))).toMatchObject({
      messages: [
        { role: 'tool', tool_call_id: '1', content: 'a\n' },
        { role: 'tool', tool_call_id: '2', content: expect.stringContaining('arguments') },
        { role: 'tool', tool_call_id: '3', content: expect.stringContaining('A dot.') },
      ],
    })
  })

  test('answer a message of a server that writes null for no calls with nothing', async () => {
    const { answer } = await chatToolsFor(createTestSession())
    expect(await answer({ tool_calls: null } as never)).toEqual({ status: 'answered', messages: [] })
  })

  test('in strict mode show every field as required, and take null for one that is left out', async () => {
    const session = createTestSession()
    const { tools, answer } = await toolsFor(session, { strict: true })
    expect(tools.find(({ name }) => name === 'test__write')).toMatchObject({
      strict: true,
      parameters: { required: ['path', 'text'], additionalProperties: false },
    })
    const message = await responseWith([{ id: '1', name: 'test__write', arguments: { path: 'free/a', text: null } }])
    expect(await answer(message)).toMatchObject({ messages: [{ output: 'Wrote free/a.' }] })
    const { tools: chat } = await chatToolsFor(session, { strict: true })
    expect(chat.find((tool) => tool.function.name === 'test__write')).toMatchObject({ function: { strict: true } })
  })
})

describe('sixty calls are recorded as without the adapter, whoever asks', () => {
  test('through responses', async () => {
    const adapter = driveMessages(toolsFor, responseWith)
    expect(await playAsking(adapter)).toEqual(await playAsking(directlyAsking))
    expect(await playApproved(adapter)).toEqual(await playApproved(directlyApproved))
  })

  test('through the chat interface', async () => {
    const adapter = driveMessages(chatToolsFor, chatMessageWith)
    expect(await playAsking(adapter)).toEqual(await playAsking(directlyAsking))
    expect(await playApproved(adapter)).toEqual(await playApproved(directlyApproved))
  })
})
