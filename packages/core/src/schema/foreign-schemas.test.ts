import { expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import * as z3 from 'zod/v3'
import { compileToolSchema } from './compile-tool-schema.ts'
import { describeProblems } from './problem/describe-problems.ts'
import type { ToolSchema } from './tool-schema.ts'
import { validateInput } from './validate-input.ts'

/** Standard Schema without Standard JSON Schema, as valibot gives it. */
const valibot = { '~standard': { version: 1, vendor: 'valibot', validate: (value: unknown) => ({ value }) } }

test.each<[string, unknown, string]>([
  ['zod 3', z3.z.object({ a: z3.z.string() }), "import z from 'zod/v4'"],
  ['zod/mini', mini.object({ a: mini.string() }), 'openSchema(z.toJSONSchema(schema))'],
  ['valibot alone', valibot, 'toStandardJsonSchema(schema) of @valibot/to-json-schema'],
  ['another library', { '~standard': { ...valibot['~standard'], vendor: 'own' } }, 'strictSchema'],
  ['raw JSON Schema', { type: 'object', properties: {} }, 'strictSchema({…})'],
  ['nothing', undefined, 'z.strictObject({})'],
  ['a text', 'string', 'it is a string'],
  ['any object', {}, 'it is not a schema'],
])('an input of %s is refused with the way out', (_, schema, way) => {
  expect(() => compileToolSchema(schema as ToolSchema, 'strict')).toThrow(
    expect.objectContaining({ code: 'invalid_schema', message: expect.stringContaining(way) }),
  )
})

test('the way out for zod/mini is one', async () => {
  const { openSchema } = await import('./open-schema.ts')
  const schema = await openSchema(z.toJSONSchema(mini.object({ a: mini.string() })))
  expect(await validateInput(compileToolSchema(schema, 'open'), { a: 'x' })).toMatchObject({ ok: true })
})

test.each([
  ['a union', z.strictObject({ a: z.union([z.string(), z.strictObject({})]) })],
  ['a loose object', z.looseObject({ a: z.string() })],
  ['any value', z.strictObject({ a: z.unknown() })],
])('%s outside the strict profile: the message names the open one', (_, schema) => {
  expect(() => compileToolSchema(schema, 'strict')).toThrow("profile: 'open'")
})

test('a client may write into the schema that it is shown, and changes nobody else’s', () => {
  const compiled = compileToolSchema(z.strictObject({ path: z.string() }), 'strict')
  const shown = compiled.jsonSchema as Record<string, unknown> & { properties: Record<string, object> }
  Object.assign(shown, { __absolute_uri__: 'https://example.org' })
  Object.assign(shown.properties.path ?? {}, { type: 'number' })
  expect(compiled.jsonSchema).toMatchObject({ properties: { path: { type: 'string' } } })
  expect(compiled.jsonSchema).not.toHaveProperty('__absolute_uri__')
})

test.each([
  ['a format', z.strictObject({ a: z.url() }), 'a string in the format uri (Invalid URL)'],
  ['a check', z.strictObject({ a: z.string().refine((text) => text !== 'x', 'Use y.') }), 'a string (Use y.)'],
])('the message of a library about %s is not put behind "expected"', async (_, schema, expected) => {
  const result = await validateInput(compileToolSchema(schema, 'strict'), { a: 'x' })
  expect(result.ok ? '' : describeProblems(result.problems)).toBe(`- a: expected ${expected}, received "x"`)
})
