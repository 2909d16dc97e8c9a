import { describe, expect, test } from 'vitest'
import { lowerSchema } from './lower-schema.ts'

const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest })
const losses = (schema: object, family: Parameters<typeof lowerSchema>[1]) =>
  lowerSchema({ ...schema }, family).losses.map(({ path, effect }) => `${effect} ${path}`)

describe('strict mode', () => {
  const page = object(
    { path: { type: 'string' }, limit: { type: 'integer', default: 10, minimum: 1 } },
    { required: ['path'] },
  )

  test('requires every field, and reads the null of an absent one back as absent', () => {
    const { schema, strict, read } = lowerSchema({ ...page, additionalProperties: false }, 'openai-strict')
    expect(strict).toBe(true)
    expect(schema).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string' },
        limit: { type: ['integer', 'null'], minimum: 1, description: '(default: 10)' },
      },
      required: ['path', 'limit'],
      additionalProperties: false,
    })
    expect(read({ path: 'a', limit: null })).toEqual({ path: 'a' })
    expect(read({ path: 'a', limit: 3 })).toEqual({ path: 'a', limit: 3 })
  })

  test('reads nulls back inside alternatives, by the alternative that the object fits', () => {
    const shape = (kind: string) =>
      object({ kind: { const: kind }, [kind]: { type: 'string' } }, { required: ['kind'], additionalProperties: false })
    const { read } = lowerSchema(
      object({ it: { anyOf: [shape('a'), shape('b')] } }, { required: ['it'] }),
      'openai-strict',
    )
    expect(read({ it: { kind: 'b', b: null } })).toEqual({ it: { kind: 'b' } })
  })

  test('says that a field which may be null cannot be left out any more', () => {
    const nullable = object({ note: { type: ['string', 'null'] } }, { additionalProperties: false })
    expect(losses(nullable, 'openai-strict')).toEqual(['narrowed #/properties/note'])
  })

  test.each([
    ['a map', { labels: { type: 'object', additionalProperties: { type: 'string' } } }],
    ['a value of any type', { value: {} }],
    ['a list of any values', { values: { type: 'array' } }],
  ])('is off, with the reason, for %s', (_, fields) => {
    const { strict, schema, losses: found } = lowerSchema(object(fields), 'openai-strict')
    expect(strict).toBe(false)
    expect(schema).toMatchObject({ type: 'object', properties: expect.anything() })
    expect(found[0]?.what).toMatch(/^strict mode is off: /)
  })

  test('is off for more than ten levels of objects', () => {
    const deep = Array.from({ length: 12 }).reduce<object>(
      (inner) => object({ inner }, { required: ['inner'], additionalProperties: false }),
      { type: 'string' },
    )
    expect(lowerSchema({ ...deep }, 'openai-strict')).toMatchObject({ strict: false })
  })
})

describe('references', () => {
  const tree = {
    ...object({ root: { $ref: '#/$defs/node' } }),
    $defs: { node: object({ children: { type: 'array', items: { $ref: '#/$defs/node' } } }) },
  }

  test('that lead back to themselves stay where the family takes them', () => {
    expect(lowerSchema(tree, 'anthropic').schema).toMatchObject({
      properties: { root: { properties: { children: { items: { $ref: '#/$defs/node' } } } } },
      $defs: { node: { type: 'object' } },
    })
  })

  test('that lead back to themselves are refused by name elsewhere', () => {
    expect(() => lowerSchema(tree, 'gemini')).toThrow('the reference "#/$defs/node" leads back to itself')
  })

  test('that lead nowhere are named', () => {
    expect(() => lowerSchema(object({ a: { $ref: '#/$defs/gone' } }), 'openai')).toThrow(
      '"#/$defs/gone" leads to no part',
    )
  })

  test('that multiply without end are stopped', () => {
    const names = Array.from({ length: 20 }, (_, index) => index)
    const $defs = Object.fromEntries(
      names.map((index) => [
        `d${index}`,
        object({ a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } }),
      ]),
    )
    const schema = { ...object({ a: { $ref: '#/$defs/d0' } }), $defs: { ...$defs, d20: { type: 'string' } } }
    expect(() => lowerSchema(schema, 'gemini')).toThrow('more than 50000 parts')
  })
})

describe('alternatives of the whole input', () => {
  const either = {
    type: 'object',
    anyOf: [
      object({ url: { type: 'string' } }, { required: ['url'] }),
      object({ path: { type: 'string' } }, { required: ['path'] }),
    ],
  }

  test.each(['openai', 'anthropic', 'gemini', 'ollama'] as const)(
    'become one object for %s, which tells the forms',
    (family) => {
      expect(lowerSchema(either, family).schema).toEqual({
        type: 'object',
        properties: { url: { type: 'string' }, path: { type: 'string' } },
        required: family === 'gemini' || family === 'ollama' ? undefined : [],
        description: 'One of these forms: url | path.',
      })
    },
  )

  test('name the fields of which other alternatives accept any value', () => {
    expect(losses(either, 'openai')).toEqual(['told #', 'narrowed #/properties/url', 'narrowed #/properties/path'])
  })
})

describe('what a provider does not know', () => {
  test('moves into the description, at the end of what the author wrote', () => {
    const tags = { type: 'array', items: { type: 'string' }, uniqueItems: true, description: 'Labels.' }
    const { schema, losses: found } = lowerSchema(object({ tags }), 'gemini')
    expect(schema).toMatchObject({ properties: { tags: { description: 'Labels. (uniqueItems: true)' } } })
    expect(found).toEqual([
      { path: '#/properties/tags', what: '"uniqueItems" is in the description only', effect: 'told' },
    ])
  })

  test('is an object without named fields for Gemini, written as JSON text and read back', () => {
    const { schema, read } = lowerSchema(object({ labels: { type: 'object' } }), 'gemini')
    expect(schema).toMatchObject({
      properties: { labels: { type: 'string', description: 'A JSON object, written as text.' } },
    })
    expect(read({ labels: '{"a":1}' })).toEqual({ labels: { a: 1 } })
    expect(read({ labels: 'no JSON' })).toEqual({ labels: 'no JSON' })
  })

  test('is a number in a list of values for Gemini, which lists texts only', () => {
    const { schema } = lowerSchema(object({ size: { enum: [1, 2] } }), 'gemini')
    expect(schema).toMatchObject({ properties: { size: { type: 'integer', description: '(one of: [1,2])' } } })
  })

  test('is a field name that Anthropic refuses', () => {
    expect(() => lowerSchema(object({ año: { type: 'string' } }), 'anthropic')).toThrow('#/properties/año')
  })

  test('is a tuple for strict mode', () => {
    const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }
    const { schema } = lowerSchema(
      object({ pair }, { required: ['pair'], additionalProperties: false }),
      'openai-strict',
    )
    expect(schema).toMatchObject({
      properties: { pair: { items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, maxItems: 2 } },
    })
  })
})

test('what all alternatives of allOf say is one schema', () => {
  const both = {
    allOf: [
      object({ a: { type: 'number', minimum: 1 } }, { required: ['a'] }),
      object({ a: { type: 'integer', minimum: 3 } }),
    ],
  }
  expect(lowerSchema(object({ it: both }), 'gemini').schema).toMatchObject({
    properties: { it: { properties: { a: { type: 'integer', minimum: 3 } }, required: ['a'] } },
  })
})

test('the schema that was given is not changed', () => {
  const schema = object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, { required: ['a'] })
  const before = JSON.stringify(schema)
  lowerSchema(schema, 'openai-strict')
  lowerSchema(schema, 'gemini')
  expect(JSON.stringify(schema)).toBe(before)
})
