import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compileToolSchema, type JsonSchema, jsonSchemaOf, openSchema, SchemaError, validateInput } from './index.ts'

afterEach(() => vi.unstubAllGlobals())

describe('openSchema', () => {
  it('accepts lists of types and boolean schemas, on which clients of the field crashed', async () => {
    const schema = await openSchema({
      type: 'object',
      properties: { rows: { type: 'array', items: { type: ['object', 'null'] } }, anything: true, nothing: false },
    })
    expect(issuesOf(schema, { rows: [null, {}], anything: [1] })).toEqual([])
    expect(issuesOf(schema, { rows: [3], nothing: 1 })).toEqual([
      ['rows.0', 'an object or null'],
      ['nothing', 'nothing here'],
    ])
  })

  it('keeps $defs and recursive references that other systems lost', async () => {
    const tree = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } } } },
    }
    const schema = await openSchema(tree)
    expect(jsonSchemaOf(schema)).toEqual(tree)
    expect(issuesOf(schema, { tree: { children: [{ children: [{ children: 5 }] }] } })).toEqual([
      ['tree.children.0.children.0.children', 'an array, each what "#/$defs/node" describes'],
    ])
  })

  it('extends a schema through $dynamicRef', async () => {
    const schema = await openSchema({
      $ref: '#/$defs/strict',
      $defs: {
        list: {
          $id: 'list',
          type: 'array',
          items: { $dynamicRef: '#item' },
          $defs: { any: { $dynamicAnchor: 'item' } },
        },
        strict: { $id: 'strict', $ref: 'list', $defs: { number: { $dynamicAnchor: 'item', type: 'number' } } },
      },
    })
    expect(issuesOf(schema, [1])).toEqual([])
    expect(issuesOf(schema, ['a'])).toEqual([['0', 'a number']])
  })

  it('understands the older dialects that MCP servers declare', async () => {
    const schema = await openSchema({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { pair: { items: [{ type: 'string' }, { type: 'number' }] } },
    })
    expect(issuesOf(schema, { pair: ['a', 1] })).toEqual([])
    expect(issuesOf(schema, { pair: ['a', 'b'] })).toEqual([['pair.1', 'a number']])
  })

  it.each(['https://example.com/schema.json', 'file:///etc/passwd', 'other.json', 'http://json-schema.org/other'])(
    'refuses a reference to %s and fetches nothing',
    async ($ref) => {
      const fetch = vi.fn()
      vi.stubGlobal('fetch', fetch)
      const error = await faultOf({ type: 'object', properties: { a: { $ref } } })
      expect(error).toMatchObject({ code: 'invalid_schema', path: '#/properties/a/$ref' })
      expect(error.message).toContain('nothing is fetched; put the definition under $defs')
      expect(fetch).not.toHaveBeenCalled()
    },
  )

  it('follows a reference to a schema that the program gave', async () => {
    const remotes = new Map<string, JsonSchema>([['https://example.com/id', { type: 'integer' }]])
    const schema = await openSchema({ properties: { id: { $ref: 'https://example.com/id' } } }, { remotes })
    expect(issuesOf(schema, { id: 'x' })).toEqual([['id', 'an integer']])
  })

  it('keeps two tools with the same $id apart, also when they are compiled at once', async () => {
    const of = (type: string) =>
      openSchema({ $id: 'https://example.com/tool', type: 'object', properties: { a: { type } } })
    const [text, number] = await Promise.all([of('string'), of('number')])
    expect([issuesOf(text, { a: 'x' }), issuesOf(number, { a: 1 })]).toEqual([[], []])
    expect(issuesOf(number, { a: 'x' })).toEqual([['a', 'a number']])
    const { getAllRegisteredSchemaUris } = await import('@hyperjump/json-schema/draft-2020-12')
    expect(getAllRegisteredSchemaUris().filter((uri) => !uri.includes('json-schema.org'))).toEqual([])
  })

  it('is not changed by what the caller does to its schema afterwards', async () => {
    const raw = { type: 'object', properties: { a: { type: 'string' } } }
    const schema = await openSchema(raw)
    raw.properties.a.type = 'number'
    expect(issuesOf(schema, { a: 'x' })).toEqual([])
    expect(jsonSchemaOf(schema)).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
  })

  it.each<[string, unknown, string, string]>([
    ['a Python type', { type: 'object', properties: { h: { type: 'float' } } }, '#/properties/h/type', 'use "number"'],
    [
      'a keyword of the wrong type',
      { properties: { a: { minLength: -1 } } },
      '#/properties/a/minLength',
      'not allowed',
    ],
    ['a broken pattern', { properties: { a: { pattern: '(' } } }, '#/properties/a/pattern', 'not a regular expression'],
    ['a dangling reference', { properties: { a: { $ref: '#/$defs/b' } } }, '#/properties/a/$ref', 'leads nowhere'],
    ['an unknown dialect', { $schema: 'https://example.com/dialect' }, '#/$schema', 'not a known dialect'],
    ['a dialect of its own', { $id: 'https://x.test/', $vocabulary: {} }, '#/$vocabulary', 'cannot define a dialect'],
    ['the identifier of a meta-schema', { $id: 'https://json-schema.org/draft/2020-12/schema' }, '#', 'meta-schema'],
    [
      'references in a circle',
      { properties: { a: { $ref: '#/properties/a' } } },
      '#/properties/a/$ref',
      'back to itself',
    ],
    ['a schema that contains itself at once', { allOf: [{ $ref: '#' }] }, '#', 'in circles'],
    ['a list', [], '#', 'an object or a boolean'],
    ['nothing', undefined, '#', 'an object or a boolean'],
  ])('refuses %s and names the place', async (_, schema, path, reason) => {
    const error = await faultOf(schema)
    expect(error.path).toBe(path)
    expect(error.message).toContain(reason)
  })

  it('refuses a draft-07 circle that would be followed for ever', async () => {
    const $schema = 'http://json-schema.org/draft-07/schema#'
    const definitions = { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } }
    const error = await faultOf({ $schema, definitions, properties: { x: { $ref: '#/definitions/a' } } })
    expect(error.message).toContain('leads back to itself')
  })

  it('refuses cyclic and oversized schemas', async () => {
    const cyclic: Record<string, unknown> = { type: 'object' }
    cyclic.properties = { self: cyclic }
    expect((await faultOf(cyclic)).message).toContain('more levels than 200')
    expect((await faultOf({ description: 'x'.repeat(3_000_000) })).message).toContain('more bytes than')
  })

  it('gives up on a value that references would make it check exponentially often', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `d${level}`,
        { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
      ]),
    )
    const properties = { a: { $ref: '#/$defs/d0' } }
    const schema = await openSchema({ type: 'object', properties, $defs: { ...$defs, d40: { type: 'string' } } })
    expect(issuesOf(schema, { a: 'x' })).toEqual([
      ['', 'plain JSON that can be checked within the limits: fewer parts, or shorter texts'],
    ])
  })

  it('describes the alternatives of a union, or the one that is plainly meant', async () => {
    const line = {
      type: 'object',
      properties: { kind: { const: 'line' }, to: { type: 'integer' } },
      required: ['kind', 'to'],
    }
    const text = {
      type: 'object',
      properties: { kind: { const: 'text' }, text: { type: 'string' } },
      required: ['kind'],
    }
    const schema = await openSchema({ properties: { shape: { oneOf: [line, text, { type: 'null' }] } } })
    expect(issuesOf(schema, { shape: { kind: 'line', to: 'x' } })).toEqual([['shape.to', 'an integer']])
    expect(issuesOf(schema, { shape: 5 })).toEqual([
      ['shape', 'an object with "kind", "to", or an object with "kind", optionally "text", or null'],
    ])
  })

  it('treats field names of Object.prototype as the ordinary names they are', async () => {
    const schema = await openSchema(
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
    )
    expect(issuesOf(schema, { toString: 1 })).toEqual([])
    expect(issuesOf(schema, JSON.parse('{"__proto__":1,"constructor":2}'))).toEqual([
      ['__proto__', 'a string'],
      ['constructor', 'a string'],
    ])
  })

  it('does not load the JSON Schema implementation before the first raw schema', () => {
    const script = `
      import { registerHooks } from 'node:module'
      const seen = []
      registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
      const { openSchema } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))})
      const before = seen.filter((url) => url.includes('hyperjump')).length
      await openSchema({})
      console.log(JSON.stringify([before, seen.some((url) => url.includes('hyperjump'))]))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual([0, true])
  })
})

describe('a foreign schema as the input of a tool', () => {
  it('is refused when it could never accept an object', async () => {
    const schema = await openSchema({ type: 'string' })
    expect(() => compileToolSchema(schema, 'open')).toThrow('the input of a tool is an object, not "string"')
  })

  it('lets unknown fields pass where it allows them and refuses them where it does not', async () => {
    const allows = compileToolSchema(await openSchema({ type: 'object', properties: { a: {} } }), 'open')
    const refuses = compileToolSchema(
      await openSchema({ properties: { path: {} }, additionalProperties: false }),
      'open',
    )
    expect(await validateInput(allows, { b: 1 })).toEqual({ ok: true, value: { b: 1 }, repairs: [] })
    expect(await validateInput(refuses, { pth: 1 })).toMatchObject({
      ok: false,
      problems: [
        { path: 'pth', expected: 'no field of this name; did you mean "path"? (fields: "path")', received: '1' },
      ],
    })
  })
})

async function faultOf(schema: unknown): Promise<SchemaError> {
  const error = await openSchema(schema).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!SchemaError.isInstance(error)) throw new Error('The schema was not refused.', { cause: error })
  return error
}

function issuesOf(schema: Awaited<ReturnType<typeof openSchema>>, value: unknown): [string, string][] {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) throw new Error('A raw schema validates synchronously.')
  return (result.issues ?? []).map((issue) => [(issue.path ?? []).map(String).join('.'), issue.message])
}
