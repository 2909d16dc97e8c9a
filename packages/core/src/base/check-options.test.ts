import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { start } from '../approval/__fixtures__/people.ts'
import { createRegistry } from '../registry/create-registry.ts'
import { defineTool } from '../tool/define-tool.ts'
import { assertOptions, either, flag, list, number, object, required, text, word } from './check-options.ts'

interface Options {
  readonly mode?: 'plan' | 'default'
  readonly names?: readonly string[]
  readonly inner?: { readonly limit?: number; readonly on?: boolean }
  readonly id: string
}

const check = object<Options>({
  mode: word({ plan: true, default: true }),
  names: list(text),
  inner: object<NonNullable<Options['inner']>>({ limit: number(1), on: flag }),
  id: required(text),
})

test.each([
  [{ id: 'a', mode: 'Plan' }, 'options.mode cannot be "Plan". Did you mean "plan"?'],
  [{ id: 'a', mode: 7 }, 'options.mode cannot be 7. Valid: "plan", "default".'],
  [{ id: 'a', nmaes: [] }, 'options has no "nmaes". Did you mean "names"?'],
  [{ id: 'a', names: 'x' }, 'options.names must be a list, not "x".'],
  [{ id: 'a', names: ['x', 3] }, 'options.names[1] must be a text, not 3.'],
  [{ id: 'a', names: ['x', undefined] }, 'options.names[1] is missing. It must be a text.'],
  [{ id: 'a', inner: { limt: 3 } }, 'options.inner has no "limt". Did you mean "limit"?'],
  [{ id: 'a', inner: { limit: 0 } }, 'options.inner.limit must be a number of at least 1, not 0.'],
  [{ id: 'a', inner: { limit: Number.NaN } }, 'options.inner.limit must be a number of at least 1, not NaN.'],
  [{ id: 'a', inner: { on: 'yes' } }, 'options.inner.on must be true or false, not "yes".'],
  [{}, 'options.id is missing. It must be a text.'],
  [[], 'options must be an object, not a list.'],
  ['plan', 'options must be an object, not "plan".'],
])('%j is refused with value, place and what was meant', (value, message) => {
  expect(() => assertOptions(check, value, 'options')).toThrow(message)
})

test.each([
  undefined,
  { id: 'a' },
  { id: 'a', mode: undefined, inner: {} },
  Object.assign(Object.create({ own: 1 }), { id: 'a', more: 1 }),
])('%j is taken', (value) => {
  expect(() => assertOptions(check, value, 'options')).not.toThrow()
})

test('of several alternatives the one that was nearly met says what is wrong', () => {
  const either2 = either(flag, object<{ a?: string }>({ a: text }))
  expect(either2({ a: 7 }, 'x')).toBe('x.a must be a text, not 7.')
  expect(either2('y', 'x')).toBe('x must be an object, not "y".')
})

describe('a tool', () => {
  const tool = (parts: object) => ({
    name: 'demo.tool',
    description: 'x',
    input: z.strictObject({}),
    permission: 'readonly',
    execute: () => 'x',
    ...parts,
  })

  test.each([
    [{ permission: 'Write' }, '.permission cannot be "Write". Did you mean "write"?'],
    [{ permission: 'rw' }, '.permission cannot be "rw". Valid: "readonly", "write".'],
    [{ permission: undefined }, '.permission is missing. Valid: "readonly", "write".'],
    [{ risk: 'Dangerous' }, '.risk cannot be "Dangerous". Did you mean "dangerous"?'],
    [{ risk: 'high' }, '.risk cannot be "high".'],
    [{ origin: 'MCP' }, '.origin cannot be "MCP". Did you mean "mcp"?'],
    [{ profile: 'opne' }, '.profile cannot be "opne". Did you mean "open"?'],
    [{ tags: 'network' }, '.tags must be a list'],
    [{ target: () => [] }, 'has no "target". Did you mean "targets"?'],
    [{ resultLimit: { byte: 3 } }, '.resultLimit has no "byte". Did you mean "bytes"?'],
    [{ execute: undefined }, '.execute is missing.'],
  ])('with %j is refused where it is defined, and where it is registered', (parts, message) => {
    const definition = tool(parts) as unknown as Parameters<typeof defineTool>[0]
    const wrong = { code: 'invalid_tool', message: expect.stringContaining(`The tool "demo.tool"`) }
    expect(() => defineTool(definition)).toThrow(expect.objectContaining(wrong))
    expect(() => defineTool(definition)).toThrow(message)
    expect(() => createRegistry().register(definition)).toThrow(message)
  })

  test('that is none at all is refused', () => {
    for (const value of [undefined, null, 'x'])
      expect(() => defineTool(value as never)).toThrow('A tool must be an object')
  })
})

describe('a run', () => {
  test('takes no other options for a call or a turn than there are', () => {
    const { run } = start()
    expect(() => run.call({}, { aprovers: [] } as never)).toThrow('has no "aprovers". Did you mean "approvers"?')
    expect(() => run.call({}, { approvers: [{ id: 'x', ask: () => [] }] } as never)).toThrow(
      'approvers[0].human is missing',
    )
    expect(() => run.runTurn([], { parallelReds: 2 } as never)).toThrow(
      'limits has no "parallelReds". Did you mean "parallelReads"',
    )
    expect(() => run.runTurn([], { parallelReads: '2' } as never)).toThrow('not "2"')
  })
})
