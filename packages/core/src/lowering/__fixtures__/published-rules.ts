import { isJsonObject } from '../../json/index.ts'
import type { SchemaFamily } from '../schema-family.ts'

/** What the checker of one family finds wrong with a part; empty if the provider would accept it. */
type Rule = (part: Readonly<Record<string, unknown>>, path: string, isRoot: boolean) => readonly string[]

/**
 * The rules that each provider publishes for the schema of a tool, written down apart from the code that lowers. Returns every
 * breach with its place.
 */
export function breachesOf(schema: unknown, family: SchemaFamily): readonly string[] {
  return breachesAt(schema, '#', rules[family], rootRules[family])
}

const plainRoot: Rule = (part) => [
  ...(part.type === 'object' ? [] : ['the root is not of the type object']),
  ...['anyOf', 'oneOf', 'allOf', 'enum', 'not'].filter((keyword) => keyword in part),
]

const rootRules: Readonly<Record<SchemaFamily, Rule>> = {
  'openai-strict': plainRoot,
  openai: plainRoot,
  anthropic: plainRoot,
  gemini: plainRoot,
  ollama: plainRoot,
  mcp: (part) => (part.type === 'object' ? [] : ['the root is not of the type object']),
}

const strictKeywords = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', '$ref', '$defs'],
  ...['description', 'title', 'pattern', 'format', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
])
const strictFormats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

const openaiStrict: Rule = (part, _path, isRoot) => {
  const breaches = Object.keys(part).filter((keyword) => !strictKeywords.has(keyword))
  if (part.$ref !== undefined) return Object.keys(part).length === 1 ? breaches : [...breaches, 'keywords beside $ref']
  const types = [part.type].flat()
  if (part.type === undefined && part.anyOf === undefined) breaches.push('a part without a type')
  if (isRoot && part.anyOf !== undefined) breaches.push('a union at the root')
  if (types.includes('object')) {
    const names = Object.keys(isJsonObject(part.properties) ? part.properties : {})
    if (part.additionalProperties !== false) breaches.push('an open object')
    const required: readonly unknown[] = Array.isArray(part.required) ? part.required : []
    if (names.some((name) => !required.includes(name)) || required.length !== names.length) breaches.push('fields not required')
  }
  if (types.includes('array') && !isJsonObject(part.items)) breaches.push('a list without items')
  if (part.format !== undefined && !strictFormats.includes(String(part.format))) breaches.push('an unknown format')
  if (Array.isArray(part.enum) && part.enum.length === 0) breaches.push('an empty enum')
  return breaches
}

const openai: Rule = (part) => {
  const breaches: string[] = []
  const isList = [part.type].flat().includes('array')
  if (isList && part.items === undefined && part.prefixItems === undefined) breaches.push('a list without items')
  if (Array.isArray(part.items)) breaches.push('items that are a list')
  return breaches
}

const anthropic: Rule = (part) => {
  const names = Object.keys(isJsonObject(part.properties) ? part.properties : {})
  return [
    ...openai(part, '', false),
    ...names.filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
    ...['exclusiveMinimum', 'exclusiveMaximum'].filter((bound) => typeof part[bound] === 'boolean'),
    ...(typeof part.required === 'boolean' ? ['required is not a list'] : []),
  ]
}

const geminiKeywords = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'properties', 'required', 'anyOf'],
  ...['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'minProperties'],
  ...['maxProperties', 'default', 'propertyOrdering', 'example'],
])
const geminiTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object']
const geminiFormats: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}

const gemini: Rule = (part, _path, isRoot) => {
  const breaches = Object.keys(part).filter((keyword) => !geminiKeywords.has(keyword))
  if (part.anyOf !== undefined) return Object.keys(part).length === 1 ? breaches : [...breaches, 'keywords beside anyOf']
  const { type, properties, required, format } = part
  if (typeof type !== 'string' || !geminiTypes.includes(type)) return [...breaches, 'a part without one type']
  const names = Object.keys(isJsonObject(properties) ? properties : {})
  if (type === 'object' && names.length === 0 && !isRoot) breaches.push('an object without fields')
  if (Array.isArray(required) && required.some((name) => !names.includes(String(name)))) breaches.push('an undeclared field')
  if (type === 'array' && !isJsonObject(part.items)) breaches.push('a list without items')
  if (Array.isArray(part.enum)) {
    const isText = type === 'string' && part.enum.every((value) => typeof value === 'string' && value !== '')
    if (!isText || part.enum.length === 0) breaches.push('an enum of other values than texts')
  }
  if (format !== undefined && !(geminiFormats[type] ?? []).includes(String(format))) breaches.push('an unknown format')
  return breaches
}

const ollama: Rule = (part) => [
  ...['$ref', 'allOf', 'oneOf'].filter((keyword) => keyword in part),
  ...(part.description !== undefined && typeof part.description !== 'string' ? ['a description that is not a text'] : []),
  ...(Array.isArray(part.items) ? ['items that are a list'] : []),
]

const rules: Readonly<Record<SchemaFamily, Rule>> = {
  'openai-strict': openaiStrict,
  openai,
  anthropic,
  gemini,
  ollama,
  mcp: () => [],
}

function breachesAt(part: unknown, path: string, rule: Rule, rootRule?: Rule): readonly string[] {
  if (!isJsonObject(part)) return typeof part === 'boolean' && path !== '#' ? [`${path}: a boolean schema`] : []
  const own = [...rule(part, path, rootRule !== undefined), ...(rootRule?.(part, path, true) ?? [])]
  const inner: [string, unknown][] = [
    ...['items', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'].map((key): [string, unknown] => [key, part[key]]),
    ...['properties', '$defs', 'patternProperties'].flatMap((key) =>
      Object.entries(isJsonObject(part[key]) ? part[key] : {}).map(([name, value]): [string, unknown] => [`${key}/${name}`, value]),
    ),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((key) =>
      (Array.isArray(part[key]) ? part[key] : []).map((value, index): [string, unknown] => [`${key}/${index}`, value]),
    ),
  ]
  return [
    ...own.map((breach) => `${path}: ${breach}`),
    ...inner.flatMap(([at, value]) => (value === undefined || rule === rules.mcp ? [] : breachesAt(value, `${path}/${at}`, rule))),
  ]
}
