import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRawCall } from './read-raw-call.ts'

type Arguments = Readonly<Record<string, unknown>>

/** A call in the shape in which each provider, framework or protocol hands it over. */
const shapes: Readonly<Record<string, (name: string, given: Arguments, id: string) => unknown>> = {
  'OpenAI chat': (name, given, id) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(given) } }),
  'OpenAI chat, streamed': (name, given, id) => ({
    index: 0,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }),
  'OpenAI responses': (name, given, id) => ({
    type: 'function_call',
    id: 'fc_1',
    call_id: id,
    name,
    arguments: JSON.stringify(given),
    status: 'completed',
  }),
  'OpenAI Agents': (name, given, id) => ({
    type: 'function_call',
    callId: id,
    name,
    arguments: JSON.stringify(given),
    providerData: {},
  }),
  'OpenAI before tools': (name, given, id) => ({ id, function_call: { name, arguments: JSON.stringify(given) } }),
  Ollama: (name, given, id) => ({ id, function: { index: 0, name, arguments: given } }),
  'Anthropic tool_use': (name, input, id) => ({ type: 'tool_use', id, name, input, caller: { type: 'direct' } }),
  'Gemini functionCall': (name, args, id) => ({ functionCall: { id, name, args }, thoughtSignature: 'abc' }),
  'Gemini FunctionCall alone': (name, args, id) => ({ id, name, args }),
  'Bedrock Converse toolUse': (name, input, toolUseId) => ({ toolUse: { toolUseId, name, input } }),
  'Bedrock ToolUseBlock alone': (name, input, toolUseId) => ({ toolUseId, name, input }),
  LangChain: (name, args, id) => ({ name, args, id, type: 'tool_call' }),
  'AI SDK': (toolName, input, toolCallId) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input,
    providerExecuted: false,
  }),
  'AI SDK 4': (toolName, args, toolCallId) => ({ type: 'tool-call', toolCallId, toolName, args }),
  'AI SDK model': (toolName, given, toolCallId) => ({
    type: 'tool-call',
    toolCallId,
    toolName,
    input: JSON.stringify(given),
  }),
  Mastra: (toolName, args, toolCallId) => ({ type: 'tool-call', payload: { toolCallId, toolName, args } }),
  'MCP tools/call': (name, given, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: given, _meta: {} },
  }),
  'a model that writes parameters': (name, parameters, id) => ({ id, name, parameters }),
}

/** The key `__proto__` is dropped from JSON text, see `parseJson`. */
const key = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__')
const given: fc.Arbitrary<Arguments> = fc
  .dictionary(key, fc.oneof(fc.string(), fc.integer(), fc.array(fc.boolean())), { maxKeys: 4, noNullPrototype: true })
  .map((value) => JSON.parse(JSON.stringify(value)) as Arguments)

describe('a call is read with its name, arguments and id in the shape of', () => {
  test.each(Object.entries(shapes))('%s', (_, shape) => {
    const name = fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,8}$/)
    const id = fc.stringMatching(/^[\w-]{1,20}$/)
    fc.assert(
      fc.property(name, given, id, (tool, args, own) => {
        const raw = shape(tool, args, own)
        const read = { ok: true, call: { id: own, name: tool, arguments: args } }
        expect(readRawCall(raw)).toEqual(read)
        expect(readRawCall(JSON.stringify(raw))).toEqual(read)
      }),
    )
  })

  test.each([
    ['Gemini, without arguments', { functionCall: { name: 'a.b' } }],
    ['OpenAI, without arguments', { type: 'function', function: { name: 'a.b', arguments: '' } }],
    ['the AI SDK, without arguments', { type: 'tool-call', toolName: 'a.b', input: undefined }],
  ])('%s', (_, raw) => {
    expect(readRawCall(raw)).toEqual({ ok: true, call: { name: 'a.b', arguments: {} } })
  })
})

describe("a tool's own parameter is not taken for a provider's", () => {
  test.each<[string, Arguments]>([
    ['input, as text', { name: 'a.b', input: 'hello' }],
    ['args, as a list', { name: 'a.b', args: ['x'] }],
    ['input, beside another', { name: 'a.b', input: {}, path: 'x' }],
    ['function', { name: 'a.b', function: { name: 'f' } }],
    ['payload', { name: 'a.b', payload: { name: 'f' } }],
    ['type, beside others', { name: 'a.b', type: 'function', path: 'x' }],
  ])('%s', (_, raw) => {
    const { name: __, ...direct } = raw
    expect(readRawCall(raw)).toEqual({ ok: true, call: { name: 'a.b', arguments: direct } })
  })

  test('an unknown field next to arguments stays a mistake', () => {
    const raw = { name: 'a.b', arguments: {}, path: 'x' }
    expect(readRawCall(raw)).toEqual({ ok: true, call: { name: 'a.b', arguments: { arguments: {}, path: 'x' } } })
  })
})

test.each([
  ['arguments that are cut off', { type: 'tool_use', name: 'a.b', input: '{"a":' }, 'truncated'],
  ['a list for arguments', { functionCall: { name: 'a.b', args: [1] } }, 'a list, not an object'],
  ['no name', { functionCall: { args: {} } }, 'no "name"'],
])('%s in the shape of a provider: the problem is said', (_, raw, problem) => {
  expect(readRawCall(raw)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
})
