import { isJsonObject } from '@drawbridge/core/base'

type Json = Readonly<Record<string, unknown>>

/** A request as a server received it: nothing of it is decoded. */
export interface ReceivedRequest {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** A described parameter with the value that was to be sent. */
export interface SentParameter {
  readonly parameter: Json
  readonly value: unknown
}

/** What a server of the document would expect. */
export interface ExpectedCall {
  readonly method: string
  /** The path of the server's URL. */
  readonly base: string
  readonly path: string
  readonly parameters: readonly SentParameter[]
  /** The media type with the described body; undefined without one. */
  readonly body?: { readonly type: string; readonly media: Json; readonly value: unknown } | undefined
  /** Names and values of credentials, by place. */
  readonly credentials: readonly { readonly in: string; readonly name: string; readonly value: string }[]
}

/**
 * Reads a request as a server that knows the document reads it, and lists what differs from what was to be sent. Independent of the code
 * that builds requests.
 */
export function differencesOf(received: ReceivedRequest, expected: ExpectedCall): readonly string[] {
  const differences: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
    if (left !== right) differences.push(`${what}: received ${left}, wanted ${right}`)
  }
  expect('method', received.method, expected.method.toUpperCase())
  const [path = '', query = ''] = received.url.split(/\?(.*)/s)
  const names = [...expected.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
  const pattern = expected.path.split(/\{[^{}]+\}/).map(literal).join('([^/]*)')
  const parts = new RegExp(`^${literal(expected.base)}${pattern}$`).exec(path)
  if (parts === null) return [...differences, `path: ${path} is not ${expected.base}${expected.path}`]
  const pairs = query === '' ? [] : query.split('&')
  const cookies = String(received.headers.cookie ?? '').split('; ').filter((pair) => pair !== '')
  for (const { parameter, value } of expected.parameters) {
    const name = String(parameter.name)
    const what = `${String(parameter.in)} ${name}`
    if (parameter.in === 'path') expect(what, readPath(parts[names.indexOf(name) + 1] ?? '', parameter, value), textsOf(value))
    else if (parameter.in === 'header')
      expect(what, readSimple(String(received.headers[name.toLowerCase()] ?? ''), parameter, value, latin), textsOf(value))
    else if (parameter.in === 'query') expect(what, readPairs(pairs, parameter, value), textsOf(value))
    else expect(what, readPairs(cookies, parameter, value), textsOf(value))
  }
  for (const { in: place, name, value } of expected.credentials) {
    if (place === 'header') expect(`credential ${name}`, received.headers[name.toLowerCase()], value)
    else expect(`credential ${name}`, readPairs(place === 'query' ? pairs : cookies, { name }, value), value)
  }
  expect('query that nothing describes', pairs, [])
  expect('cookies that nothing describes', cookies, [])
  if (expected.body === undefined) expect('body', received.body, '')
  else differences.push(...bodyDifferences(received, expected.body))
  return differences
}

function bodyDifferences({ headers, body }: ReceivedRequest, { type, media, value }: NonNullable<ExpectedCall['body']>) {
  const sentType = String(headers['content-type'] ?? '')
  if (!sentType.startsWith(type)) return [`content-type: received ${sentType}, wanted ${type}`]
  const wanted = JSON.stringify(textsOf(value))
  const encoding = isJsonObject(media.encoding) ? media.encoding : {}
  let found: unknown
  if (/json/.test(type)) found = JSON.parse(body) as unknown
  else if (/urlencoded/.test(type)) {
    const pairs = body === '' ? [] : body.split('&')
    found = membersOf(value, (name, member) => {
      const style = isJsonObject(encoding[name]) ? encoding[name] : undefined
      // Without a style, an object is JSON.
      const asJson = isJsonObject(member) && style?.style === undefined
      return readPairs(pairs, { ...style, name, ...(asJson ? { content: {} } : {}) }, member)
    })
    if (pairs.length > 0) return [`body: ${pairs.join('&')} is not described`]
  } else if (/multipart/.test(type)) found = readParts(body, sentType, encoding, value)
  else found = body
  const text = JSON.stringify(/json/.test(type) ? textsOf(found) : found)
  return text === wanted ? [] : [`body: received ${text}, wanted ${wanted}`]
}

function readParts(body: string, sentType: string, encoding: Json, value: unknown): unknown {
  const boundary = /boundary=(\S+)/.exec(sentType)?.[1] ?? ''
  const parts = body.split(`--${boundary}`).slice(1, -1).map((part) => {
    const [head = '', content = ''] = part.slice(2, -2).split(/\r\n\r\n(.*)/s)
    return { name: /name="([^"]*)"/.exec(head)?.[1], type: /content-type: (.*)/i.exec(head)?.[1]?.trim(), content }
  })
  return membersOf(value, (name, member) => {
    const own = parts.filter((part) => part.name === name.replaceAll('"', '%22'))
    const described = isJsonObject(encoding[name]) ? encoding[name].contentType : undefined
    const read = own.map(({ type, content }) => {
      const wantedType = described ?? (isJsonObject(Array.isArray(member) ? member[0] : member) ? 'application/json' : undefined)
      if (type !== wantedType) return `a part of ${type}, not ${String(wantedType)}`
      return type === 'application/json' ? textsOf(JSON.parse(content)) : content
    })
    return Array.isArray(member) ? read : read[0]
  })
}

function membersOf(value: unknown, read: (name: string, member: unknown) => unknown): unknown {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(name, member)])) : undefined
}

/** The same value with texts in place of numbers and booleans, which have no type on the wire. */
function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf)
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, textsOf(item)]))
  return String(value)
}

const percent = decodeURIComponent
/** A header has no encoding of its own: ASCII stays as it is, all else is percent-encoded. */
const latin = (text: string) => (/%[89A-F]/i.test(text) ? decodeURI(text) : text)

function readSimple(text: string, { explode, content }: Json, sample: unknown, decode: (text: string) => string): unknown {
  if (content !== undefined) return textsOf(JSON.parse(decode(text)))
  if (Array.isArray(sample)) return decode === latin ? latin(text).split(',').join('\0') === sample.map(String).join(',').split(',').join('\0') ? textsOf(sample) : text : text.split(',').map(decode)
  if (!isJsonObject(sample)) return decode(text)
  if (decode === latin) {
    const wanted = Object.entries(sample).map(([key, item]) => (explode === true ? `${key}=${String(item)}` : `${key},${String(item)}`)).join(',')
    return latin(text) === wanted ? textsOf(sample) : text
  }
  const entries = explode === true ? text.split(',').map((pair) => pair.split('=')) : inTwos(text.split(','))
  return Object.fromEntries(entries.map(([key = '', item = '']) => [decode(key), decode(item)]))
}

function readPath(text: string, parameter: Json, sample: unknown): unknown {
  const { style = 'simple', explode, name } = parameter
  if (style === 'label') {
    const rest = text.replace(/^\./, '')
    return readSimple(explode === true ? rest.replaceAll('.', ',') : rest, parameter, sample, percent)
  }
  if (style !== 'matrix') return readSimple(text, parameter, sample, percent)
  const parts = text.split(';').slice(1)
  if (explode === true && isJsonObject(sample))
    return Object.fromEntries(parts.map((part) => part.split('=')).map(([key = '', item = '']) => [percent(key), percent(item)]))
  const values = parts.map((part) => part.replace(`${encodeURIComponent(String(name))}=`, ''))
  return explode === true && Array.isArray(sample) ? values.map(percent) : readSimple(values.join(','), parameter, sample, percent)
}

/** Takes the pairs of a parameter out of a query, a form or the cookies, and returns its value. */
function readPairs(pairs: string[], { name, style = 'form', explode = style === 'form' || style === 'deepObject', content }: Json, sample: unknown): unknown {
  const take = (wanted: string): readonly string[] => {
    const found = pairs.filter((pair) => percentOf(pair.split('=')[0] ?? '') === wanted)
    for (const pair of found) pairs.splice(pairs.indexOf(pair), 1)
    return found.map((pair) => pair.slice(pair.indexOf('=') + 1))
  }
  const key = String(name)
  if (style === 'deepObject') return readDeep(key, sample, take)
  if (content !== undefined) return textsOf(JSON.parse(percentOf(take(key)[0] ?? 'null')))
  const separator = style === 'spaceDelimited' ? /%20|\+/ : style === 'pipeDelimited' ? /%7C/i : ','
  if (Array.isArray(sample)) {
    const values = take(key)
    return (explode === true ? values : (values[0] ?? '').split(separator)).map(percentOf)
  }
  if (!isJsonObject(sample)) return percentOf(take(key)[0] ?? '')
  if (explode === true) return Object.fromEntries(Object.keys(sample).map((part) => [part, percentOf(take(part)[0] ?? '')]))
  return Object.fromEntries(inTwos((take(key)[0] ?? '').split(separator)).map(([part = '', item = '']) => [percentOf(part), percentOf(item)]))
}

/** `a[b][c]=1`, `a[]=1&a[]=2`, and `a[0][b]=1` for lists of objects. */
function readDeep(key: string, sample: unknown, take: (wanted: string) => readonly string[]): unknown {
  if (Array.isArray(sample)) {
    return sample.some((item) => typeof item === 'object')
      ? sample.map((item, index) => readDeep(`${key}[${index}]`, item, take))
      : take(`${key}[]`).map(percentOf)
  }
  if (!isJsonObject(sample)) return percentOf(take(key)[0] ?? '')
  return Object.fromEntries(Object.entries(sample).map(([part, item]) => [part, readDeep(`${key}[${part}]`, item, take)]))
}

function percentOf(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function inTwos(list: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(list.length / 2) }, (_, index) => list.slice(2 * index, 2 * index + 2))
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
