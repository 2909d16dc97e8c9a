import { defined, isJsonObject } from '@drawbridge/core/base'
import type { BodyEncoding, RequestDefinition, RequestParameter } from '../definition/definition-schema.ts'
import { NotImported, type References } from './references.ts'
import type { RequestSchemas } from './request-schema.ts'

/** The inputs of an operation: its parameters and body, and the schema of the tool's arguments. */
export interface OperationInputs {
  readonly parameters: readonly RequestParameter[]
  readonly body: RequestDefinition['body']
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

/** Headers that are not parameters in OpenAPI, since other fields describe them. */
const described = new Set(['accept', 'content-type', 'authorization'])
const own = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'te', 'trailer', 'cookie'])
const defaults = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const
const styles: Readonly<Record<keyof typeof defaults, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

/** Reads the parameters and the body of an operation. @param lists The parameters of the path, then those of the operation. */
export function readInputs(
  lists: readonly unknown[],
  requestBody: unknown,
  { references, schemas }: { readonly references: References; readonly schemas: RequestSchemas },
): OperationInputs {
  const found = new Map<string, Readonly<Record<string, unknown>>>()
  for (const list of lists) {
    for (const entry of Array.isArray(list) ? list : []) {
      const parameter = references.resolve(entry)
      found.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter)
    }
  }
  const properties: Record<string, unknown> = Object.create(null)
  const required: string[] = []
  const parameters: RequestParameter[] = []
  const take = (name: string, place: string, schema: unknown, isRequired: boolean): string => {
    const argument = argumentName(name, place, properties)
    properties[argument] = schema
    if (isRequired) required.push(argument)
    return argument
  }
  for (const parameter of found.values()) {
    const read = readParameter(parameter)
    if (read === undefined) continue
    const schema = withText(schemas.convert(read.schema), parameter.description)
    const { schema: _, ...rest } = read
    const isRequired = parameter.required === true || read.in === 'path'
    parameters.push({ ...rest, argument: take(read.name, read.in, schema, isRequired) })
  }
  const body = requestBody === undefined ? undefined : readBody(references.resolve(requestBody), references, schemas)
  const argument = body === undefined ? undefined : take('body', 'request', body.schema, body.isRequired)
  return {
    parameters,
    body:
      body === undefined || argument === undefined
        ? undefined
        : { argument, type: body.type, media_type: body.mediaType, ...defined({ encoding: body.encoding }) },
    properties: { ...properties },
    required,
  }
}

function readParameter(parameter: Readonly<Record<string, unknown>>) {
  const { name, in: place, style, explode, schema, content, required, allowReserved } = parameter
  if (typeof name !== 'string' || name === '') throw new NotImported('a parameter has no name')
  if (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie')
    throw new NotImported(`its parameter "${name}" is in "${String(place)}"`)
  if (place === 'header') {
    const header = name.toLowerCase()
    if (described.has(header)) return undefined
    if (own.has(header) || !/^[!#$%&'*+.^_`|~A-Za-z0-9-]{1,100}$/.test(name)) {
      if (required !== true) return undefined
      throw new NotImported(`its header "${name}" cannot be set`)
    }
  }
  const known = style ?? defaults[place]
  if (typeof known !== 'string' || !styles[place].includes(known))
    throw new NotImported(`its parameter "${name}" has the style "${String(known)}"`)
  const [media] = isJsonObject(content) ? Object.entries(content) : []
  if (media !== undefined && !isJsonType(media[0]))
    throw new NotImported(`its parameter "${name}" is sent as ${media[0]}`)
  return {
    name,
    in: place as RequestParameter['in'],
    style: known as RequestParameter['style'],
    explode: typeof explode === 'boolean' ? explode : known === 'form' || known === 'deepObject',
    ...(allowReserved === true ? { allow_reserved: true } : {}),
    ...(media === undefined ? {} : { as_json: true }),
    schema: (media === undefined ? schema : isJsonObject(media[1]) ? media[1].schema : undefined) ?? {},
  }
}

function readBody(
  { content, required, description }: Readonly<Record<string, unknown>>,
  references: References,
  schemas: RequestSchemas,
) {
  const isRequired = required === true
  const media = isJsonObject(content) ? Object.entries(content) : []
  const kinds = [
    ['json', isJsonType],
    ['form', (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type)],
    ['multipart', (type: string) => /^multipart\/form-data\b/i.test(type)],
    ['text', (type: string) => /^text\/(?!\*)/i.test(type) || type === '*/*'],
  ] as const
  for (const [type, matches] of kinds) {
    const entry = media.find(([name]) => matches(name))
    if (entry === undefined) continue
    const [name, value] = entry
    const mediaType = name === '*/*' ? 'text/plain' : name.includes('*') ? 'application/json' : name
    const given = isJsonObject(value) && value.schema !== undefined ? value.schema : {}
    if (type === 'text')
      return { type, mediaType, isRequired, encoding: undefined, schema: withText({ type: 'string' }, description) }
    if (type === 'multipart') assertNoFiles(references.resolve(given))
    const encoding = type === 'json' || !isJsonObject(value) ? undefined : readEncoding(value.encoding)
    return { type, mediaType, isRequired, encoding, schema: withText(schemas.convert(given), description) }
  }
  if (!isRequired || media.length === 0) return undefined
  throw new NotImported(`its body is ${media.map(([name]) => name).join(' or ')}, which cannot be written as text`)
}

/** Reads how the members of a form, or of a body in parts, are sent. */
function readEncoding(given: unknown): BodyEncoding | undefined {
  const members = Object.entries(isJsonObject(given) ? given : {}).flatMap(([name, member]) => {
    if (!isJsonObject(member)) return []
    const { style, explode, allowReserved, contentType } = member
    if (style !== undefined && (typeof style !== 'string' || !styles.query.includes(style)))
      throw new NotImported(`the member "${name}" of its body has the style "${String(style)}"`)
    const read = defined({
      style: style as RequestParameter['style'] | undefined,
      explode: typeof explode === 'boolean' ? explode : undefined,
      allow_reserved: allowReserved === true ? true : undefined,
      content_type: typeof contentType === 'string' ? firstType(contentType) : undefined,
    })
    return Object.keys(read).length === 0 ? [] : [[name, read] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

/** Returns the first media type of a list, if it names one: it goes into a line of the body. */
function firstType(list: string): string | undefined {
  const [first = ''] = list.split(',')
  return /^[\w.+-]+\/[\w.+-]+(?:; *charset=[\w-]+)?$/.test(first.trim()) ? first.trim() : undefined
}

function assertNoFiles({ properties, required = [] }: Readonly<Record<string, unknown>>): void {
  for (const [name, schema] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const isFile = isJsonObject(schema) && (schema.format === 'binary' || schema.contentMediaType !== undefined)
    if (isFile && Array.isArray(required) && required.includes(name))
      throw new NotImported(`its body needs the file "${name}"`)
  }
}

function isJsonType(type: string): boolean {
  return /^(?:application\/(?:[\w.+-]*\+)?json|application\/\*|text\/json)\b/i.test(type) || type === 'application/*'
}

/** Adds the description of a parameter where its schema has none. */
function withText(schema: unknown, description: unknown): unknown {
  if (
    typeof description !== 'string' ||
    description.trim() === '' ||
    !isJsonObject(schema) ||
    schema.description !== undefined
  )
    return schema
  const text = description.trim().slice(0, 500)
  return '$ref' in schema ? { allOf: [schema], description: text } : { ...schema, description: text }
}

/** Returns a name that all providers accept for an argument, and that no other argument of the tool has. */
function argumentName(name: string, place: string, taken: Readonly<Record<string, unknown>>): string {
  const plain =
    name
      .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 50) || 'value'
  const wish = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  const candidates = [wish, `${place}_${wish}`, ...Array.from({ length: 200 }, (_, index) => `${wish}_${index + 2}`)]
  return candidates.find((candidate) => !(candidate in taken)) ?? wish
}
