import { fail } from '@drawbridge/core'
import type { RequestCredential, RequestDefinition, ToolDescription } from '../definition/definition-schema.ts'
import { argumentsOf } from '../definition/read-definition.ts'
import { argumentOf, type Values } from '../template/read-template.ts'
import { partsOf, renderJson, renderText } from '../template/render-json.ts'
import { originOf, stepIn } from './check-request.ts'
import { type EncodedBody, encodeBody } from './encode-body.ts'
import { encodeText, serializeQuery, serializeSimple } from './serialize-parameter.ts'

/** A request as it is sent. */
export interface BuiltRequest {
  readonly method: RequestDefinition['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/**
 * Builds the request of a call. Pure. Values are encoded for their places, so that none of them can add a part to the request.
 * @param variable Returns the value of a variable of the tool's environment.
 */
export function buildRequest(tool: ToolDescription, values: Values, variable: (name: string) => string): BuiltRequest {
  const { request } = tool
  if (request === undefined) throw new TypeError(`"${tool.name}" has no request.`)
  const known = argumentsOf(tool)
  const render = (template: string) => renderText(partsOf(template, known), values, variable)
  const headers = new Map<string, string>()
  const cookies: string[] = []
  const query: string[] = []
  for (const [name, template] of Object.entries(request.query ?? {})) {
    const value = render(template)
    if (value !== undefined) query.push(`${encodeText(name)}=${encodeText(value)}`)
  }
  for (const parameter of request.parameters ?? []) {
    const value = argumentOf(values, parameter.argument)
    if (value === undefined || parameter.in === 'path') continue
    if (parameter.in === 'query') query.push(...serializeQuery(parameter, value))
    else if (parameter.in === 'header')
      headers.set(parameter.name.toLowerCase(), headerText(parameter.name, serializeSimple(parameter, value)))
    else cookies.push(...cookiesOf(parameter.name, serializeQuery(parameter, value)))
  }
  const body = bodyOf(request, known, values, variable)
  if (body !== undefined) headers.set('content-type', body.mediaType)
  for (const [name, template] of Object.entries(request.headers ?? {})) {
    const value = render(template)
    if (value !== undefined) headers.set(name.toLowerCase(), headerText(name, value))
  }
  for (const credential of request.credentials ?? []) addCredential(credential, { headers, query, cookies, variable })
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  const url = urlOf(request, known, values)
  const joined = query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
  if (URL.parse(joined)?.origin !== originOf(request.url))
    fail('invalid_target', `${JSON.stringify(joined)} is not on the host of the tool.`)
  return {
    method: request.method,
    url: joined,
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body: body.content }),
  }
}

/** Returns the URL without query parameters and credentials, as policy and approvers see it. */
export function targetUrl({ request, parameters }: ToolDescription, values: Values): string {
  return request === undefined ? '' : urlOf(request, argumentsOf({ parameters }), values)
}

function urlOf({ url, parameters = [] }: RequestDefinition, known: ReadonlySet<string>, values: Values): string {
  const filled = url.replaceAll(/(?<!\{)\{([A-Za-z0-9_.~-]+)\}(?!\})/g, (_, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    const value = parameter === undefined ? undefined : argumentOf(values, parameter.argument)
    if (parameter === undefined || value === undefined)
      fail('validation_error', `The part "${name}" of the path is missing.`)
    // Braces of a value are encoded, so no value looks like a part of the template.
    return segment(name, serializeSimple(parameter, value))
  })
  const rendered = renderText(partsOf(filled, known), values, () => '', encodeText)
  if (rendered === undefined) fail('validation_error', 'An argument of the path is missing.')
  const step = stepIn(rendered.slice((originOf(url) ?? '').length))
  if (step !== undefined)
    fail('validation_error', `The path would have the part "${step}", which leads to another path.`)
  return rendered
}

function segment(name: string, text: string): string {
  return text === '' ? fail('validation_error', `The part "${name}" of the path is empty.`) : text
}

function headerText(name: string, value: string): string {
  if (/[\0\r\n]/.test(value)) fail('validation_error', `The header "${name}" would contain a line break or NUL.`)
  return Array.from(value).some((character) => character > '\u00ff') ? encodeURI(value.toWellFormed()) : value
}

function cookiesOf(name: string, pairs: readonly string[]): readonly string[] {
  // Commas of a list are allowed in a cookie by servers, and all else is encoded.
  return pairs.length === 0 ? [`${encodeText(name)}=`] : pairs
}

function bodyOf(
  { json, form, text, body }: RequestDefinition,
  known: ReadonlySet<string>,
  values: Values,
  variable: (name: string) => string,
): EncodedBody | undefined {
  if (json !== undefined) return encodeBody('json', 'application/json', renderJson(json, known, values, variable))
  if (form !== undefined)
    return encodeBody('form', 'application/x-www-form-urlencoded', renderJson(form, known, values, variable))
  if (text !== undefined)
    return encodeBody('text', 'text/plain; charset=utf-8', renderJson(text, known, values, variable) ?? '')
  const value = body === undefined ? undefined : argumentOf(values, body.argument)
  return body === undefined || value === undefined
    ? undefined
    : encodeBody(body.type, body.media_type, value, body.encoding)
}

interface Parts {
  readonly headers: Map<string, string>
  readonly query: string[]
  readonly cookies: string[]
  readonly variable: (name: string) => string
}

function addCredential(credential: RequestCredential, { headers, query, cookies, variable }: Parts): void {
  if ('basic' in credential) {
    const pair = `${variable(credential.basic.username)}:${variable(credential.basic.password)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
    return
  }
  const value = renderText(partsOf(credential.value, new Set()), {}, variable) ?? ''
  if (credential.in === 'header') headers.set(credential.name.toLowerCase(), headerText(credential.name, value))
  else if (credential.in === 'query') query.push(`${encodeText(credential.name)}=${encodeText(value)}`)
  else cookies.push(`${encodeText(credential.name)}=${encodeText(value)}`)
}

/** Returns the names of the variables that a request needs. */
export function variablesOf({ request, parameters }: ToolDescription): readonly string[] {
  if (request === undefined) return []
  const names = new Set<string>()
  const see = (name: string) => {
    names.add(name)
    return ''
  }
  const known = argumentsOf({ parameters })
  const texts = [...Object.values(request.headers ?? {}), ...Object.values(request.query ?? {})]
  for (const text of texts) renderText(partsOf(text, known), given, see)
  for (const body of [request.json, request.form, request.text])
    if (body !== undefined) renderJson(body, known, given, see)
  for (const credential of request.credentials ?? []) {
    if ('basic' in credential) names.add(credential.basic.username).add(credential.basic.password)
    else renderText(partsOf(credential.value, new Set()), {}, see)
  }
  return [...names]
}

/** Stands for any arguments: every one of them is given. */
const given: Values = new Proxy(
  {},
  {
    get: () => 'x',
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 'x' }),
  },
)
