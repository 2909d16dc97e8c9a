import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { ToolContext } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { createGuardedClient, createHostPolicy } from '@drawbridge/net'
import { expect, onTestFinished, test } from 'vitest'
import { targetUrl } from '../http/build-request.ts'
import { sendRequest } from '../http/send-request.ts'
import { clusterDocument } from './__fixtures__/cluster-document.ts'
import { largeDocument } from './__fixtures__/large-document.ts'
import { paymentsDocument } from './__fixtures__/payments-document.ts'
import { differencesOf, type ExpectedCall, type ReceivedRequest } from './__fixtures__/read-request.ts'
import { createSampler } from './__fixtures__/sample-value.ts'
import { type ImportedTool, importOpenApi } from './import-openapi.ts'
import { readDocument } from './read-document.ts'

type Json = Readonly<Record<string, unknown>>

const shipped = (url: string) => readDocument(readFileSync(fileURLToPath(url), 'utf8'))
const examples = import.meta.resolve('@readme/oas-examples/package.json')
const example = (name: string) => shipped(new URL(name, examples).href)

/** Public documents of packages, and larger ones in the shape of public APIs. */
const documents: readonly (readonly [
  name: string,
  read: () => Json,
  operations: number,
  leftOut: readonly string[],
])[] = [
  ['a shop of pets', () => example('3.0/json/petstore.json'), 20, []],
  ['an encyclopaedia', () => example('3.0/json/star-trek.json'), 120, []],
  ['patents', () => example('3.0/yaml/uspto.yaml'), 3, []],
  ['trains', () => example('3.1/yaml/train-travel.yaml'), 7, []],
  ['documentation', () => example('3.1/json/readme.json'), 54, []],
  ['status codes', () => example('3.0/json/http-status-codes.json'), 89, []],
  ['security schemes', () => example('3.1/json/security.json'), 15, ['mutualTLS']],
  ['nested schemas', () => example('3.0/json/complex-nesting.json'), 5, []],
  ['styles of parameters', () => example('3.1/json/parameters-style.json'), 25, ['fragment', 'fragment']],
  ['types of schemas', () => example('3.1/json/schema-types.json'), 23, []],
  ['planets', () => shipped(import.meta.resolve('@scalar/galaxy/3.1.yaml')), 10, []],
  ['public dialogues', () => shipped(import.meta.resolve('@digdir/dialogporten-schema/swagger.verified.json')), 44, []],
  ['code hosting', () => largeDocument('3.0.3', 620), 620, []],
  ['payments', () => paymentsDocument(540), 544, []],
  ['a cluster', () => clusterDocument(640), 640, []],
]

test.each(documents)(
  'each operation of %s is a tool or listed with the reason, and each call sends what the document says',
  { timeout: 120_000 },
  async (_, read, operations, reasons) => {
    const { url, received } = await listen()
    const document = read()
    const { tools, leftOut, variables } = await importOpenApi(document, { server: `${url}/base` })
    expect(tools.length + leftOut.length).toBe(operations)
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    expect(leftOut.map(({ reason }) => reason)).toEqual(reasons.map((reason) => expect.stringContaining(reason)))
    const described = operationsOf(document)
    const environment = Object.fromEntries(variables.map((name) => [name, `value of ${name} &=;`]))
    const client = createGuardedClient({ policy: createHostPolicy({ internalHosts: ['127.0.0.1'] }) })
    const problems: string[] = []
    for (const tool of tools) {
      const operation = described.get(`${tool.request.method} ${tool.request.url.slice(`${url}/base`.length)}`)
      if (operation === undefined) throw new Error(`${tool.name} is not in the document`)
      const { values, expected } = callOf(document, operation, tool, environment)
      expect(new URL(targetUrl(tool, values)).origin).toBe(url)
      await sendRequest(tool, values, environment, { client, context })
      const [request] = received.splice(0)
      if (request === undefined) throw new Error('nothing was sent')
      problems.push(...differencesOf(request, expected).map((difference) => `${tool.name}: ${difference}`))
    }
    expect(problems).toEqual([])
  },
)

const context = { signal: new AbortController().signal, timeoutMs: 10_000 } as ToolContext

async function listen() {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: await text(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Json[]
  readonly body: Json | undefined
  readonly security: readonly Json[]
}

/** Reads the operations as a server would: independent of the import. */
function operationsOf(document: Json): ReadonlyMap<string, Operation> {
  const at = (value: unknown): Json => {
    const reference = isJsonObject(value) && typeof value.$ref === 'string' ? value.$ref : undefined
    if (reference === undefined) return isJsonObject(value) ? value : {}
    let place: unknown = document
    for (const part of reference.slice(2).split('/'))
      place = isJsonObject(place)
        ? place[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')]
        : undefined
    return at(place)
  }
  const listOf = (value: unknown) => (Array.isArray(value) ? value.map(at) : [])
  const found = new Map<string, Operation>()
  for (const [path, given] of Object.entries(at(document.paths))) {
    const item = at(given)
    for (const method of ['get', 'put', 'post', 'delete', 'options', 'head', 'patch']) {
      if (!isJsonObject(item[method])) continue
      const operation = at(item[method])
      const own = listOf(operation.parameters)
      const inherited = listOf(item.parameters).filter(
        (each) => !own.some(({ name, in: place }) => name === each.name && place === each.in),
      )
      found.set(`${method.toUpperCase()} ${path}`, {
        method,
        path,
        parameters: [...inherited, ...own],
        body: operation.requestBody === undefined ? undefined : at(operation.requestBody),
        security: listOf(operation.security ?? document.security),
      })
    }
  }
  return found
}

/** Makes the arguments of a call, and what a server should receive. */
function callOf(
  document: Json,
  { method, path, parameters, body, security }: Operation,
  tool: ImportedTool,
  environment: Readonly<Record<string, string>>,
) {
  const { sample } = createSampler(document)
  const values: Record<string, unknown> = {}
  const sent: { readonly parameter: Json; readonly value: unknown }[] = []
  for (const { argument, name, in: place } of tool.request.parameters ?? []) {
    const parameter = parameters.find((each) => each.name === name && each.in === place)
    if (parameter === undefined) throw new Error(`${tool.name} sends "${name}", which is not described`)
    const [media] = isJsonObject(parameter.content) ? Object.values(parameter.content) : []
    const schema = isJsonObject(media) ? media.schema : parameter.schema
    const value = separable(parameter, sample(schema ?? {}, parameter.style === 'deepObject' ? 3 : 1))
    if (value === undefined || (isJsonObject(value) && Object.keys(value).length === 0)) continue
    values[argument] = value
    sent.push({ parameter, value })
  }
  const described = tool.request.body
  const media = isJsonObject(body?.content) && described !== undefined ? body.content[described.media_type] : undefined
  if (described !== undefined) {
    const value = sample(isJsonObject(media) ? (media.schema ?? {}) : {}, 4) ?? {}
    const styles = isJsonObject(media) && isJsonObject(media.encoding) ? media.encoding : {}
    const members = isJsonObject(value) && described.type === 'form' ? Object.entries(value) : undefined
    const styled = members?.map(([key, item]) => [key, isJsonObject(styles[key]) ? separable(styles[key], item) : item])
    values[described.argument] = styled === undefined ? value : Object.fromEntries(styled)
  }
  const expected: ExpectedCall = {
    method,
    base: '/base',
    path,
    parameters: sent,
    credentials: credentialsOf(document, security, environment),
    body: described && {
      type: described.media_type,
      media: isJsonObject(media) ? media : {},
      value: values[described.argument],
    },
  }
  return { values, expected }
}

/** A list or object in one text has no members that are lists or objects, and no item that contains the separator. */
function separable({ style, content }: Json, value: unknown): unknown {
  if (style === 'deepObject' || content !== undefined) return value
  const plain = (item: unknown) =>
    style === undefined || typeof item !== 'string' ? item : item.replaceAll(/[ |]/g, '_')
  if (Array.isArray(value)) return value.map(plain)
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([, item]) => typeof item !== 'object')
  return Object.fromEntries(members.map(([key, item]) => [plain(key), plain(item)]))
}

/** The credentials of the first alternative, by the names that the import gives to variables. */
function credentialsOf(document: Json, [first = {}]: readonly Json[], environment: Readonly<Record<string, string>>) {
  const components = isJsonObject(document.components) ? document.components : {}
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {}
  return Object.keys(first).map((name) => {
    const scheme = schemes[name]
    if (!isJsonObject(scheme)) throw new Error(`"${name}" is not described`)
    const variable = Object.keys(environment).find(
      (each) => each.replaceAll('_', '') === name.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase(),
    )
    const value = environment[variable ?? ''] ?? ''
    if (scheme.type === 'apiKey') return { in: String(scheme.in), name: String(scheme.name), value }
    const prefix =
      variable ??
      Object.keys(environment).find(
        (each) =>
          each.endsWith('_USERNAME') &&
          each.replaceAll('_', '') === `${name.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()}USERNAME`,
      ) ??
      ''
    const user = environment[prefix]
    const password = environment[prefix.replace(/USERNAME$/, 'PASSWORD')]
    const isBasic = String(scheme.scheme).toLowerCase() === 'basic'
    return {
      in: 'header',
      name: 'authorization',
      value: isBasic ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : `Bearer ${value}`,
    }
  })
}
