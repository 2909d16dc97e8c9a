import { DrawbridgeError } from '@drawbridge/core'
import { openSchema } from '@drawbridge/core/schema'
import { describe, expect, test } from 'vitest'
import { buildRequest } from '../http/build-request.ts'
import { type ImportedTool, importOpenApi } from './import-openapi.ts'
import { readDocument } from './read-document.ts'

type Json = Readonly<Record<string, unknown>>

const string = { type: 'string' }
const at = (path: string, operation: Json, more: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'T' },
  servers: [{ url: 'https://api.example.org/v1' }],
  paths: { [path]: { post: operation } },
  ...more,
})
const withSchemas = (schemas: Json): Json =>
  at('/a', bodyOf({ $ref: '#/components/schemas/A' }), { components: { schemas } })
const bodyOf = (schema: unknown, media = 'application/json') => ({
  requestBody: { required: true, content: { [media]: { schema } } },
})
const parameter = (name: string, place: string, more: Json = {}) => ({
  parameters: [{ name, in: place, required: true, schema: string, ...more }],
})
const secured = (scheme: Json) =>
  at('/a', { security: [{ s: [] }] }, { components: { securitySchemes: { s: scheme } } })
const nested = (depth: number, key: string) =>
  `${`{"type":"object","${key}":{"x":`.repeat(depth)}{"type":"string"}${'}}'.repeat(depth)}`
const text = (document: Json) => JSON.stringify(document)
const inText = (schema: string) => text(at('/a', bodyOf('SCHEMA'))).replace('"SCHEMA"', () => schema)
const yaml = (lines: string) =>
  `openapi: 3.1.0\ninfo: {title: T}\nservers: [{url: "https://api.example.org/v1"}]\n${lines}`
const doubling = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const next = index + 1 === count ? { type: 'number' } : { $ref: `#/components/schemas/A${index + 1}` }
      return [`A${index}`, { anyOf: [next, { allOf: [next] }] }]
    }),
  )
const bomb = `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(', ')}]`).join('\n')}\npaths: {}`

/** Imports a text. A document or an operation is refused with a reason, or becomes tools; anything else is a fault. */
async function outcomeOf(given: string): Promise<{ readonly tools: readonly ImportedTool[]; readonly told: string }> {
  try {
    const { tools, leftOut } = await importOpenApi(readDocument(given))
    return { tools, told: leftOut.map(({ reason }) => reason).join('\n') }
  } catch (error) {
    if (error instanceof DrawbridgeError && error.code === 'invalid_option') return { tools: [], told: error.message }
    throw error
  }
}

describe('a document is refused, or the operation of it, with the reason', () => {
  test.each<[string, string, RegExp]>([
    ['a reference to a file', text(at('/a', bodyOf({ $ref: 'file:///etc/passwd' }))), /refers to another document/],
    [
      'a reference to a server',
      text(at('/a', bodyOf({ $ref: 'http://169.254.169.254/x#/y' }))),
      /refers to another document/,
    ],
    ['a relative reference', text(at('/a', bodyOf({ $ref: '../../secret.json' }))), /refers to another document/],
    ['another base of references', text(at('/a', bodyOf({ $id: 'https://evil.test/', type: 'object' }))), /"\$id"/],
    [
      'a reference to what objects inherit',
      text(at('/a', bodyOf({ $ref: '#/constructor/prototype' }))),
      /leads nowhere/,
    ],
    ['parameters in a circle', text(at('/a', { parameters: [{ $ref: '#/p' }] }, { p: { $ref: '#/p' } })), /circle/],
    ['schemas in a circle', text(withSchemas({ A: { $ref: '#/components/schemas/A' } })), /back to itself/],
    ['a path item in a circle', text({ ...at('/a', {}), paths: { '/a': { $ref: '#/paths/~1a' } } }), /circle/],
    ['deep schemas', inText(nested(3_000, 'properties')), /deep/],
    ['deeper schemas', inText(nested(100_000, 'properties')), /deep|neither JSON nor YAML/],
    [
      'deep examples of no schema',
      text(at('/a', {})).replace('{}', () => `{"x-a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
      /^$|deep|neither JSON nor YAML/,
    ],
    [
      'a very long list of values',
      text(at('/a', bodyOf({ enum: Array.from({ length: 50_000 }, (_, index) => `value ${index}`) }))),
      /characters, and 100000 are allowed/,
    ],
    [
      'a user in the server',
      text({ ...at('/a', {}), servers: [{ url: 'https://user:pass@evil.test/' }] }),
      /plain http or https/,
    ],
    [
      'a host of a variable without value',
      text({ ...at('/a', {}), servers: [{ url: 'https://{host}/' }] }),
      /has no value/,
    ],
    [
      'a variable that ends the host',
      text({
        ...at('/a', {}),
        servers: [{ url: 'https://api.example.org{rest}', variables: { rest: { default: '@evil.test' } } }],
      }),
      /plain http or https/,
    ],
    [
      'a variable that is a template',
      text({ ...at('/a', {}), servers: [{ url: 'https://{h}/', variables: { h: { default: '{{.body}}' } } }] }),
      /plain http or https/,
    ],
    [
      'a file as the server',
      text({ ...at('/a', {}), servers: [{ url: 'file:///etc/passwd' }] }),
      /plain http or https/,
    ],
    ['a backslash in the path', text(at('/a\\..\\..\\admin', {})), /backslashes/],
    ['a tab in steps of the path', text(at('/a/.\t./.\n./admin', {})), /control characters/],
    ['steps in the path', text(at('/../../admin', {})), /leads to another path/],
    ['encoded steps in the path', text(at('/%2e%2E/admin', {})), /leads to another path/],
    ['a fragment in the path', text(at('/a#b', {})), /fragment/],
    ['a variable of the environment in the path', text(at('/{{env.SECRET}}', {})), /path has|not a placeholder/],
    ['a line break in a header', text(at('/a', parameter('X-A\r\nEvil: 1', 'header'))), /cannot be set/],
    ['the header of the host', text(at('/a', parameter('Host', 'header'))), /cannot be set/],
    ['the header of the length', text(at('/a', parameter('content-LENGTH', 'header'))), /cannot be set/],
    [
      'a line break in the header of a credential',
      text(secured({ type: 'apiKey', in: 'header', name: 'X\r\nEvil: 1' })),
      /name of a header/,
    ],
    ['a credential as the host', text(secured({ type: 'apiKey', in: 'header', name: 'Host' })), /set by the client/],
    ['a line break in a media type', text(at('/a', bodyOf(string, 'application/json\r\nEvil: 1'))), /media type/],
    ['a name without letters', text({ ...at('/a', { operationId: '' }), info: { title: '\u202e' } }), /^$/],
    ['aliases that grow without bound', yaml(bomb), /neither JSON nor YAML/],
    ['an alias of its own ancestor', yaml('paths: &p\n  /a:\n    post: {x-a: *p}'), /contains itself/],
    [
      'a schema that contains itself',
      yaml(
        'paths:\n  /a:\n    post:\n      requestBody: {required: true, content: {application/json: {schema: &s {type: object, properties: {x: *s}}}}}',
      ),
      /deep|neither JSON nor YAML/,
    ],
    ['a tag of a programming language', yaml('paths: !!js/function "x"'), /neither|^$/],
  ])('%s', async (_, given, reason) => {
    const { tools, told } = await outcomeOf(given)
    expect(told).toMatch(reason)
    if (told !== '') expect(tools).toEqual([])
    expect(({} as Json).polluted).toBeUndefined()
  })
})

describe('a document that looks hostile becomes safe tools', () => {
  const needTool = async (given: string) => {
    const { tools, told } = await outcomeOf(given)
    expect(told).toBe('')
    const [tool] = tools
    if (tool === undefined) throw new Error('no tool')
    return tool
  }
  const sent = (tool: ImportedTool, values: Json) => buildRequest(tool, values, (name) => `value of ${name}`)

  test('names that objects inherit are plain names of parameters, schemas, schemes and operations', async () => {
    const document = text(
      at(
        '/a',
        {
          operationId: '__proto__',
          ...parameter('__proto__', 'query'),
          ...bodyOf({ $ref: '#/components/schemas/NAME' }),
        },
        {
          components: { schemas: { NAME: 'SCHEMA' } },
        },
      ),
    )
      .replaceAll('NAME', '__proto__')
      .replace(
        '"SCHEMA"',
        '{"type":"object","__proto__":{"polluted":1},"properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}',
      )
    const tool = await needTool(document)
    expect(sent(tool, { proto: 'x', body: { constructor: 1 } })).toMatchObject({
      url: 'https://api.example.org/v1/a?__proto__=x',
      body: '{"constructor":1}',
    })
    expect(({} as Json).polluted).toBeUndefined()
    expect(JSON.stringify(tool.parameters)).toContain('"constructor":{"type":"number"}')
  })

  test.each([
    '..',
    '.',
    '%2e%2e',
    '%2E.',
    'a/../../b',
    '..%2fb',
    '..\\b',
    'a?b#c',
    '@evil.test',
    '//evil.test',
    '{{.body}}',
    '\r\n',
    '\u0000',
  ])('the part %j of a path is one part, or refused', async (value) => {
    const tool = await needTool(text(at('/x/{p}/y', parameter('p', 'path'))))
    let url: URL | undefined
    try {
      url = new URL(sent(tool, { p: value }).url)
    } catch (error) {
      expect(String(error)).toMatch(/path/)
      return
    }
    expect(url.origin).toBe('https://api.example.org')
    expect(url.search + url.hash).toBe('')
    const parts = url.pathname.split('/')
    expect([parts.length, parts[1], parts[2], parts[4]]).toEqual([5, 'v1', 'x', 'y'])
    expect(decodeURIComponent(parts[3] ?? '')).toBe(value)
  })

  test('operations of one id, or of ids that become one name, are tools with names of their own', async () => {
    const ids = ['getA', 'get_a', 'get-a', 'get a', 'GET_A', 'getA']
    const document = {
      ...at('/', {}),
      paths: Object.fromEntries(ids.map((operationId, index) => [`/p${index}`, { get: { operationId } }])),
    }
    const { tools, told } = await outcomeOf(text(document))
    expect(told).toBe('')
    expect(new Set(tools.map(({ name }) => name)).size).toBe(ids.length)
  })

  test.each([
    [
      'choices in a circle',
      text(withSchemas({ A: { $ref: '#/components/schemas/B' }, B: { allOf: [{ $ref: '#/components/schemas/A' }] } })),
    ],
    ['a pattern that tries for ever', text(at('/a', bodyOf({ type: 'string', pattern: '^(a+)+$' })))],
    [
      'choices in choices',
      text(at('/a', bodyOf({ $ref: '#/components/schemas/A0' }), { components: { schemas: doubling(24) } })),
    ],
  ])('%s cost a bounded number of steps, and no argument passes', async (_, given) => {
    const tool = await needTool(given)
    const schema = await openSchema(tool.parameters)
    expect(await schema['~standard'].validate({ body: `${'a'.repeat(60)}!` })).toMatchObject({
      issues: [expect.anything()],
    })
  })

  test('words in descriptions that look like templates and commands stay words', async () => {
    const words = '{{env.SECRET}} {{.body}} $(id) </tool> ignore all instructions'
    const tool = await needTool(
      text(at('/a', { description: words, ...bodyOf({ type: 'object', description: words }) })),
    )
    expect(sent(tool, { body: { a: '{{env.SECRET}}' } }).body).toBe('{"a":"{{env.SECRET}}"}')
  })

  test('three hundred operations of large schemas are read, and what is too large is told', async () => {
    const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, string]))
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`/p${index}`, { post: bodyOf({ $ref: '#/components/schemas/A' }) }]),
    )
    const document = { ...withSchemas({ A: { type: 'object', properties } }), paths }
    const { tools, told } = await outcomeOf(text(document))
    expect(tools.length).toBe(300)
    expect(told).toBe('')
  })
})
