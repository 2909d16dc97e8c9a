import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  assertStrictProfile,
  compileToolSchema,
  jsonSchemaOf,
  strictSchema,
  type ToolSchema,
  validateInput,
} from './index.ts'

const at = (field: unknown) => ({ type: 'object', properties: { a: field } })

describe('the strict profile', () => {
  it.each<[string, unknown]>([
    [
      'scalars with bounds',
      at({ type: 'integer', minimum: 1, maximum: 9, multipleOf: 2, description: 'x', default: 2 }),
    ],
    ['enumerations and constants', { ...at({ enum: ['a', 1, true] }), required: ['a'] }],
    ['a constant as an enumeration of one', at({ const: 'k' })],
    ['nested lists and objects', at({ type: 'array', items: at({ type: 'string', pattern: '^a' }) })],
    ['maps', at({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'string' } })],
    ['free objects', at({ type: 'object' })],
  ])('has %s', (_, schema) => {
    expect(() => assertStrictProfile(schema)).not.toThrow()
  })

  it.each<[string, unknown, string, string]>([
    ['anyOf', at({ anyOf: [] }), '#/properties/a/anyOf', 'two optional fields'],
    ['oneOf', at({ oneOf: [] }), '#/properties/a/oneOf', 'a check'],
    ['allOf', at({ type: 'string', allOf: [] }), '#/properties/a/allOf', 'as one schema'],
    ['$ref', at({ $ref: '#' }), '#/properties/a/$ref', 'write the schema out'],
    ['$defs', { type: 'object', $defs: {} }, '#/$defs', 'write the schemas out'],
    ['if', { type: 'object', if: {} }, '#/if', 'a check'],
    ['patternProperties', { type: 'object', patternProperties: {} }, '#/patternProperties', 'additionalProperties'],
    ['tuples', at({ type: 'array', prefixItems: [] }), '#/properties/a/prefixItems', 'named fields'],
    ['unknown keywords', at({ type: 'string', minlength: 3 }), '#/properties/a/minlength', 'not in the strict profile'],
    ['null', at({ type: ['string', 'null'] }), '#/properties/a/type', 'null counts as absent'],
    ['lists of types', at({ type: ['string', 'number'] }), '#/properties/a/type', 'one type'],
    ['missing types', at({}), '#/properties/a', 'no type'],
    ['foreign types', at({ type: 'dict' }), '#/properties/a/type', 'not a type'],
    ['arrays of anything', at({ type: 'array' }), '#/properties/a', 'set "items"'],
    [
      'objects that are open beside their fields',
      { ...at({ type: 'string' }), additionalProperties: true },
      '#/additionalProperties',
      'false',
    ],
    [
      'required fields that do not exist',
      { ...at({ type: 'string' }), required: ['b'] },
      '#/required',
      '"b" is not in',
    ],
    ['empty enumerations', at({ enum: [] }), '#/properties/a/enum', 'at least one'],
    ['roots that are not objects', { type: 'string' }, '#', 'set "type": "object"'],
    ['boolean schemas', at(true), '#/properties/a', 'is an object'],
    [
      'fields with odd names, escaped in the path',
      { type: 'object', properties: { 'a/b': { not: {} } } },
      '#/properties/a~1b/not',
      'check',
    ],
  ])('refuses %s and names the place and the way out', (_, schema, path, advice) => {
    expect(() => assertStrictProfile(schema)).toThrow(expect.objectContaining({ code: 'invalid_schema', path }))
    expect(() => assertStrictProfile(schema)).toThrow(advice)
  })
})

describe('strictSchema', () => {
  it('closes objects that name their fields, shows them closed, and fills in defaults', async () => {
    const schema = await strictSchema({
      type: 'object',
      properties: {
        size: { type: 'integer', default: 3 },
        inner: at({ type: 'string', default: 'x' }),
        free: { type: 'object' },
      },
    })
    expect(jsonSchemaOf(schema)).toMatchObject({
      additionalProperties: false,
      properties: { inner: { additionalProperties: false }, free: { type: 'object' } },
    })
    const compiled = compileToolSchema(schema, 'strict')
    expect(await validateInput(compiled, { inner: {}, free: { any: 1 } })).toEqual({
      ok: true,
      value: { size: 3, inner: { a: 'x' }, free: { any: 1 } },
      repairs: [],
    })
    expect(await validateInput(compiled, { inner: { b: 1 } })).toMatchObject({
      ok: false,
      problems: [{ path: 'inner.b' }],
    })
  })

  it('takes no fields at all where none are named', async () => {
    const compiled = compileToolSchema(await strictSchema({ type: 'object' }), 'strict')
    expect(await validateInput(compiled, {})).toMatchObject({ ok: true })
    expect(await validateInput(compiled, { a: 1 })).toMatchObject({ ok: false })
  })

  it('does not hand out the same default twice', async () => {
    const tags = { type: 'array', items: { type: 'string' }, default: [] }
    const compiled = compileToolSchema(await strictSchema({ type: 'object', properties: { tags } }), 'strict')
    const [first, second] = await Promise.all([validateInput(compiled, {}), validateInput(compiled, {})])
    expect(first).toEqual(second)
    expect(first.ok && (first.value as { tags: unknown }).tags).not.toBe(
      second.ok && (second.value as { tags: unknown }).tags,
    )
  })
})

describe('compileToolSchema in the strict profile', () => {
  it('takes zod schemas unchanged', () => {
    const compiled = compileToolSchema(
      z.strictObject({ path: z.string().min(1), from: z.int().default(1), kind: z.literal('x') }),
      'strict',
    )
    expect(compiled.jsonSchema).toMatchObject({ additionalProperties: false, required: ['path', 'kind'] })
  })

  it.each<[string, ToolSchema, string]>([
    ['a union', z.strictObject({ a: z.union([z.string(), z.strictObject({})]) }), '#/properties/a/anyOf'],
    ['a nullable field', z.strictObject({ a: z.string().nullable() }), '#/properties/a/type'],
    ['a loose object', z.looseObject({ a: z.string() }), '#/additionalProperties'],
    ['any value', z.strictObject({ a: z.unknown() }), '#/properties/a'],
    ['a date object', z.strictObject({ a: z.date() }), '#'],
    ['a string', z.string(), '#/type'],
  ])('refuses %s from zod and names the place', (_, schema, path) => {
    expect(() => compileToolSchema(schema, 'strict')).toThrow(expect.objectContaining({ code: 'invalid_schema', path }))
  })

  it('refuses unknown fields also where the library lets them pass', async () => {
    const compiled = compileToolSchema(
      z.object({ path: z.string(), inner: z.object({ a: z.string() }).optional() }),
      'strict',
    )
    expect(compiled.jsonSchema).toMatchObject({ additionalProperties: false })
    expect(await validateInput(compiled, { path: 'x', inner: { a: 'y', surplus: 1 } })).toMatchObject({
      ok: false,
      problems: [{ path: 'inner.surplus', expected: 'no field of this name (fields: "a")' }],
    })
  })
})
