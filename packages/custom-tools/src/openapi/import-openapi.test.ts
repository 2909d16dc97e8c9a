import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ToolContext } from '@drawbridge/core'
import { createGuardedClient, createHostPolicy } from '@drawbridge/net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { sendRequest } from '../http/send-request.ts'
import { importOpenApi } from './import-openapi.ts'
import { readDocument } from './read-document.ts'

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that keeps what it receives, and a client that may reach it. */
async function listen() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: await text(request) })
    if (url?.startsWith('/away')) response.writeHead(302, { location: 'http://127.0.0.1:9998/stolen' }).end()
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const client = createGuardedClient({ policy: createHostPolicy({ internalHosts: ['127.0.0.1'] }) })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, client }
}

const context = { signal: new AbortController().signal, timeoutMs: 10_000 } as ToolContext
const string = { type: 'string' }
const strings = { type: 'array', items: string }
const object = { type: 'object', properties: { r: string, g: string } }
const parameter = (name: string, place: string, schema: object, more: object = {}) => ({
  name,
  in: place,
  schema,
  required: true,
  ...more,
})

async function callOf(
  operation: object,
  path: string,
  values: object,
  { method = 'get', document = {}, environment = {} } = {},
) {
  const { url, received, client } = await listen()
  const whole = {
    openapi: '3.1.0',
    info: { title: 'T' },
    servers: [{ url: `${url}/base` }],
    paths: { [path]: { [method]: operation } },
    ...document,
  }
  const { tools, leftOut } = await importOpenApi(whole)
  expect(leftOut).toEqual([])
  const [tool] = tools
  if (tool === undefined) throw new Error('no tool')
  await sendRequest(tool, values as Record<string, unknown>, environment, { client, context })
  return received[0]
}

describe('a call sends what the document says', () => {
  const list = ['a b', 'c&d']
  const record = { r: '1', g: '2=3' }
  test.each<[string, object, unknown, string]>([
    ['path simple', parameter('v', 'path', string), 'a/../b?#', '/base/x/a%2F..%2Fb%3F%23'],
    ['path simple array', parameter('v', 'path', strings), list, '/base/x/a%20b,c%26d'],
    ['path simple object', parameter('v', 'path', object), record, '/base/x/r,1,g,2%3D3'],
    ['path simple object exploded', parameter('v', 'path', object, { explode: true }), record, '/base/x/r=1,g=2%3D3'],
    ['path label', parameter('v', 'path', strings, { style: 'label' }), list, '/base/x/.a%20b,c%26d'],
    [
      'path label exploded',
      parameter('v', 'path', strings, { style: 'label', explode: true }),
      list,
      '/base/x/.a%20b.c%26d',
    ],
    ['path matrix', parameter('v', 'path', strings, { style: 'matrix' }), list, '/base/x/;v=a%20b,c%26d'],
    [
      'path matrix exploded',
      parameter('v', 'path', strings, { style: 'matrix', explode: true }),
      list,
      '/base/x/;v=a%20b;v=c%26d',
    ],
    ['query form', parameter('v', 'query', string), 'a&b=c d', '/base/q?v=a%26b%3Dc%20d'],
    ['query form array', parameter('v', 'query', strings), list, '/base/q?v=a%20b&v=c%26d'],
    ['query form array in one', parameter('v', 'query', strings, { explode: false }), list, '/base/q?v=a%20b,c%26d'],
    [
      'query spaces',
      parameter('v', 'query', strings, { style: 'spaceDelimited', explode: false }),
      ['a', 'c&d'],
      '/base/q?v=a%20c%26d',
    ],
    [
      'query pipes',
      parameter('v', 'query', strings, { style: 'pipeDelimited', explode: false }),
      list,
      '/base/q?v=a%20b%7Cc%26d',
    ],
    [
      'query deep object',
      parameter('v', 'query', object, { style: 'deepObject' }),
      record,
      '/base/q?v%5Br%5D=1&v%5Bg%5D=2%3D3',
    ],
    ['query object', parameter('v', 'query', object), record, '/base/q?r=1&g=2%3D3'],
    ['query reserved', parameter('v', 'query', string, { allowReserved: true }), 'a/b:c&d', '/base/q?v=a/b:c%26d'],
    [
      'query as JSON',
      { name: 'v', in: 'query', content: { 'application/json': { schema: object } } },
      record,
      '/base/q?v=%7B%22r%22%3A%221%22%2C%22g%22%3A%222%3D3%22%7D',
    ],
  ])('%s', async (_style, given, value, url) => {
    const path = url.includes('?') ? '/q' : '/x/{v}'
    expect(await callOf({ parameters: [given] }, path, { v: value })).toMatchObject({ method: 'GET', url })
  })

  test('in headers, cookies and with credentials of every kind', async () => {
    const key = ['k', '1'].join('')
    const schemes = {
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      userPass: { type: 'http', scheme: 'basic' },
    }
    const operation = {
      parameters: [parameter('X-List', 'header', strings), parameter('tone', 'cookie', string)],
      security: [{ header: [], query: [], cookie: [], userPass: [] }],
    }
    const environment = { HEADER: key, QUERY: 'a&b', COOKIE: 'c;d', USER_PASS_USERNAME: 'u', USER_PASS_PASSWORD: 'p' }
    const sent = await callOf(
      operation,
      '/h',
      { 'X-List': ['a', 'b'], tone: 'x; admin=1' },
      { document: { components: { securitySchemes: schemes } }, environment },
    )
    expect(sent).toMatchObject({
      url: '/base/h?key=a%26b',
      headers: {
        'x-key': key,
        'x-list': 'a,b',
        cookie: 'tone=x%3B%20admin%3D1; sid=c%3Bd',
        authorization: `Basic ${Buffer.from('u:p').toString('base64')}`,
      },
    })
  })

  test.each([
    ['spaceDelimited', 'a b'],
    ['pipeDelimited', 'a|b'],
  ])('and refuses an item with the separator of %s, which would become two', async (style, item) => {
    const given = parameter('v', 'query', strings, { style, explode: false })
    await expect(callOf({ parameters: [given] }, '/q', { v: [item] })).rejects.toThrow('separates the items of "v"')
  })

  test.each<[string, string, unknown, string | RegExp, string | RegExp]>([
    ['JSON', 'application/vnd.api+json', { r: '"', g: '2' }, '{"r":"\\"","g":"2"}', 'application/vnd.api+json'],
    [
      'a form',
      'application/x-www-form-urlencoded',
      { r: 'a&b', g: 'é' },
      'r=a%26b&g=%C3%A9',
      'application/x-www-form-urlencoded',
    ],
    [
      'parts',
      'multipart/form-data',
      { r: 'a\r\n--x', g: '2' },
      /name="r"\r\n\r\na\r\n--x\r\n--drawbridge-/,
      /^multipart\/form-data; boundary=drawbridge-/,
    ],
    ['text', 'text/plain', 'plain', 'plain', 'text/plain'],
  ])('with %s as its body', async (_kind, media, value, body, type) => {
    const sent = await callOf(
      { requestBody: { required: true, content: { [media]: { schema: media === 'text/plain' ? string : object } } } },
      '/b',
      { body: value },
      { method: 'post' },
    )
    expect(sent?.body).toEqual(typeof body === 'string' ? body : expect.stringMatching(body))
    expect(sent?.headers['content-type']).toEqual(typeof type === 'string' ? type : expect.stringMatching(type))
  })
})

describe('a server is never a choice of the model', () => {
  const document = (servers: unknown) => ({
    openapi: '3.0.3',
    info: { title: 'T' },
    servers,
    paths: { '/a': { get: {} } },
  })
  test('variables get their values at the import', async () => {
    const servers = [
      { url: 'https://{region}.example.org/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
    ]
    const urlOf = async (variables: Record<string, string>) => {
      const { tools, leftOut } = await importOpenApi(document(servers), { variables })
      return tools[0]?.request.url ?? leftOut[0]?.reason
    }
    expect(await urlOf({})).toBe('https://eu.example.org/v1/a')
    expect(await urlOf({ region: 'us' })).toBe('https://us.example.org/v1/a')
    expect(await urlOf({ region: 'evil.test/#' })).toContain('cannot be "evil.test/#"')
  })

  test.each([
    '/v1',
    'v1',
    'ftp://example.org',
    'https://u:p@example.org',
    'https://{x}.example.org',
    'https://example.org/?a=b',
    'https://example.org\\@evil.test/',
  ])('%s is listed with the reason', async (url) => {
    const { tools, leftOut } = await importOpenApi(document([{ url }]))
    expect(tools).toEqual([])
    expect(leftOut).toEqual([{ operation: 'GET /a', reason: expect.stringContaining('server') }])
  })

  test('a redirect to another host ends the call, and steps in a path are refused', async () => {
    const { url, received, client } = await listen()
    const { tools } = await importOpenApi({
      openapi: '3.0.0',
      info: { title: 'T' },
      servers: [{ url }],
      paths: { '/away/{p}': { get: { parameters: [parameter('p', 'path', string)] } } },
    })
    const send = (p: string) => sendRequest(tools[0] as NonNullable<(typeof tools)[0]>, { p }, {}, { client, context })
    await expect(send('x')).rejects.toThrow(/redirects to another host|local/)
    for (const step of ['..', '.', '']) await expect(send(step)).rejects.toThrow(/path/)
    expect(received).toHaveLength(1)
  })
})

test('recursive schemas, readOnly fields and words of 3.0 become JSON Schema, and what cannot be sent is listed', async () => {
  const node = {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'string', readOnly: true },
      name: { type: 'string', nullable: true },
      children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
    },
  }
  const bodyOf = (media: string, schema: object) => ({
    requestBody: { required: true, content: { [media]: { schema } } },
  })
  const document = {
    openapi: '3.0.1',
    info: { title: 'My API' },
    servers: [{ url: 'https://example.org' }],
    components: { schemas: { Node: node }, securitySchemes: { mutual: { type: 'mutualTLS' } } },
    paths: {
      '/nodes': {
        post: { operationId: 'createNode', ...bodyOf('application/json', { $ref: '#/components/schemas/Node' }) },
        trace: {},
      },
      '/file': { post: bodyOf('application/octet-stream', {}) },
      '/part': {
        post: bodyOf('multipart/form-data', {
          type: 'object',
          required: ['f'],
          properties: { f: { type: 'string', format: 'binary' } },
        }),
      },
      '/far': { get: { parameters: [{ $ref: 'other.yaml#/x' }] } },
      '/lost': { get: { parameters: [{ $ref: '#/components/parameters/none' }] } },
      '/tls': { get: { security: [{ mutual: [] }] } },
      '/{id}': { get: {} },
    },
  }
  const { tools, leftOut } = await importOpenApi(readDocument(stringify(document)))
  expect(tools.map(({ name }) => name)).toEqual(['my_api_create_node'])
  expect(tools[0]?.parameters).toMatchObject({
    $defs: {
      Node: {
        required: ['name'],
        properties: { name: { type: ['string', 'null'] }, children: { items: { $ref: '#/$defs/Node' } } },
      },
    },
  })
  expect(JSON.stringify(tools[0]?.parameters)).not.toContain('"id"')
  expect(leftOut.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    'TRACE /nodes: the method TRACE is not sent',
    expect.stringContaining('POST /file: its body is application/octet-stream'),
    expect.stringContaining('POST /part: its body needs the file "f"'),
    expect.stringContaining('GET /far: it refers to another document'),
    expect.stringContaining('GET /lost: its reference leads nowhere'),
    expect.stringContaining('GET /tls: its security scheme "mutual" (mutualTLS) is not supported'),
    expect.stringContaining('GET /{id}: its path has "{id}"'),
  ])
})
