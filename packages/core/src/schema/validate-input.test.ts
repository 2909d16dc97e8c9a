import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { compileToolSchema, describeProblems, openSchema, type ToolSchema, validateInput } from './index.ts'

const fields = {
  path: z.string().min(1),
  mode: z.enum(['read', 'write']).optional(),
  lines: z.array(z.int().min(1)).max(3).optional(),
}
const compiled = compileToolSchema(z.strictObject(fields), 'strict')

describe('validateInput', () => {
  it('answers at once for a synchronous schema and applies its transforms', () => {
    const trimmed = compileToolSchema(z.strictObject({ name: z.string().transform((name) => name.length) }), 'strict')
    expect(validateInput(trimmed, { name: 'four' })).toEqual({ ok: true, value: { name: 4 }, repairs: [] })
  })

  it('waits for a schema that validates asynchronously', async () => {
    const slow: ToolSchema = {
      '~standard': {
        ...compiled.schema['~standard'],
        validate: (value) => Promise.resolve(compiled.schema['~standard'].validate(value)),
      },
    }
    expect(await validateInput(compileToolSchema(slow, 'strict'), { path: 'a' })).toMatchObject({ ok: true })
  })

  it('names the place, the expectation and the received value of every problem', async () => {
    const result = await validateInput(compiled, { path: 5, mode: 'append', lines: [1, 0], pth: 'x' })
    expect(result).toMatchObject({ ok: false, missing: undefined })
    expect(result.ok ? '' : describeProblems(result.problems)).toBe(
      [
        '- pth: expected no field of this name; did you mean "path"? (fields: "path", "mode", "lines"), received "x"',
        '- path: expected a string of at least 1 character, received 5',
        '- mode: expected one of "read", "write", received "append"',
        '- lines[1]: expected an integer of at least 1, received 0',
      ].join('\n'),
    )
  })

  it('says the same for a raw JSON Schema', async () => {
    const raw = compileToolSchema(await openSchema({ ...compiled.jsonSchema }), 'open')
    const result = await validateInput(raw, { mode: 'append', lines: [1, 0, 2, 3] })
    expect(result.ok ? [] : result.problems).toEqual([
      { path: 'mode', expected: 'one of "read", "write"', received: '"append"' },
      {
        path: 'lines',
        expected: 'an array of at most 3 items, each an integer of at least 1',
        received: 'an array of 4 items',
      },
      { path: 'lines[1]', expected: 'an integer of at least 1', received: '0' },
      { path: 'path', expected: 'a string of at least 1 character (required)', received: 'nothing' },
    ])
  })

  it("keeps the message of a schema's own rule", async () => {
    const either = compileToolSchema(
      z.strictObject(fields).refine(() => false, 'give path or url, not both'),
      'strict',
    )
    expect(await validateInput(either, { path: 'a' })).toMatchObject({
      problems: [
        { path: '', expected: 'an object with "path", optionally "mode", "lines" (give path or url, not both)' },
      ],
    })
  })

  it.each([undefined, null, {}])('recognises %j as a call without its arguments', async (input) => {
    expect(await validateInput(compiled, input)).toMatchObject({ ok: false, missing: 'empty' })
  })

  it.each(['', '{"path": "notes/long na'])('recognises %j as a call that was cut off', async (input) => {
    expect(await validateInput(compiled, input)).toMatchObject({ ok: false, missing: 'truncated' })
  })

  it('does not call malformed or merely wrong arguments cut off', async () => {
    expect(await validateInput(compiled, "{'path': 1}")).toMatchObject({
      missing: undefined,
      problems: [{ path: '', received: expect.stringContaining('not JSON: a key or } was expected at offset 1') }],
    })
    expect(await validateInput(compiled, { mode: 'read' })).toMatchObject({ ok: false, missing: undefined })
  })

  it('accepts an empty object if nothing is required', () => {
    expect(validateInput(compileToolSchema(z.strictObject({}), 'strict'), {})).toEqual({
      ok: true,
      value: {},
      repairs: [],
    })
  })

  it('never echoes a large value whole', async () => {
    const result = await validateInput(compiled, { path: 'a', mode: 'x'.repeat(100_000), ['k'.repeat(50_000)]: 1 })
    expect(JSON.stringify(result).length).toBeLessThan(1_000)
  })

  it('reports at most twenty problems', async () => {
    const raw = compileToolSchema(
      await openSchema({ properties: { a: { type: 'array', items: { type: 'string' } } } }),
      'open',
    )
    const result = await validateInput(raw, { a: Array.from({ length: 900 }, () => ({})) })
    expect(result.ok ? 0 : result.problems.length).toBe(20)
  })

  it('is not slowed down by a thousand unknown fields with long names', async () => {
    const input = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`${index}${'x'.repeat(900)}`, 1]))
    const raw = compileToolSchema(await openSchema({ ...compiled.jsonSchema }), 'open')
    for (const schema of [compiled, raw]) {
      const result = await validateInput(schema, input)
      expect(result.ok ? 0 : result.problems.length).toBe(20)
    }
  })

  it('finds no field by a name of Object.prototype', async () => {
    const result = await validateInput(
      compiled,
      JSON.parse('{"path":"a","constructor":1,"__proto__":{"mode":"write"},"toString":2}'),
    )
    expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual(['constructor', '__proto__', 'toString'])
  })
})
