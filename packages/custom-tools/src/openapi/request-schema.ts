import { isJsonObject } from '@drawbridge/core/base'
import { NotImported, type References } from './references.ts'

type Json = Readonly<Record<string, unknown>>

/** Keywords of OpenAPI that say nothing about a value. */
const silent = new Set([
  'example',
  'examples',
  'xml',
  'externalDocs',
  'discriminator',
  'deprecated',
  'nullable',
  'readOnly',
  'writeOnly',
  '$schema',
  '$comment',
])
const schemaKeys = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const listKeys = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const mapKeys = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const foreign = ['$dynamicRef', '$dynamicAnchor', '$id', '$anchor', '$recursiveRef']

/** Schemas of one tool, with what they refer to. */
export interface RequestSchemas {
  /** Converts a schema of the document. Its references lead to `definitions`. @throws NotImported */
  convert(schema: unknown): unknown
  /** The schemas that others refer to, by name; recursive ones too. */
  definitions(): Json
}

/**
 * Turns schemas of OpenAPI 3.0 and 3.1 into JSON Schema 2020-12 for requests: what only a server may set is left out.
 * @param isOld True for 3.0, whose schemas differ from JSON Schema.
 */
export function createRequestSchemas(references: References, isOld: boolean): RequestSchemas {
  const names = new Map<string, string>()
  const converted = new Map<string, unknown>()

  const nameOf = (reference: string): string => {
    const known = names.get(reference)
    if (known !== undefined) return known
    const wish = (reference.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'schema'
    const taken = new Set(names.values())
    let name = wish
    for (let count = 2; taken.has(name); count += 1) name = `${wish}_${count}`
    names.set(reference, name)
    converted.set(name, undefined)
    converted.set(name, convert(references.find(reference)))
    return name
  }

  function convert(schema: unknown): unknown {
    if (typeof schema === 'boolean') return schema
    if (!isJsonObject(schema)) throw new NotImported('a schema of it is not an object')
    const odd = foreign.find((key) => key in schema)
    if (odd !== undefined) throw new NotImported(`a schema of it uses "${odd}"`)
    const { $ref } = schema
    if (typeof $ref === 'string') {
      const pointer = { $ref: `#/$defs/${nameOf($ref)}` }
      const { $ref: _, ...beside } = schema
      const rest = isOld ? {} : convertKeys(beside)
      return Object.keys(rest).length === 0
        ? pointer
        : { ...rest, allOf: [pointer, ...(Array.isArray(rest.allOf) ? rest.allOf : [])] }
    }
    const plain = convertKeys(schema)
    return isOld ? fromOld(schema, plain) : plain
  }

  function convertKeys(schema: Json): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(schema)) {
      if (silent.has(key) || key.startsWith('x-')) continue
      if (schemaKeys.has(key)) result[key] = convert(value)
      else if (listKeys.has(key)) result[key] = Array.isArray(value) ? value.map(convert) : value
      else if (mapKeys.has(key) && isJsonObject(value)) result[key] = mapOf(value, key === 'properties')
      else result[key] = value
    }
    const { required, properties } = schema
    if (Array.isArray(required)) {
      const kept = required.filter(
        (name) => !(isJsonObject(properties) && typeof name === 'string' && isServers(properties[name])),
      )
      if (kept.length > 0) result.required = kept
      else delete result.required
    }
    return result
  }

  function mapOf(schemas: Json, isProperties: boolean): Json {
    const entries = Object.entries(schemas).filter(([, schema]) => !isProperties || !isServers(schema))
    return Object.fromEntries(entries.map(([name, schema]) => [name, convert(schema)]))
  }

  return { convert, definitions: () => Object.fromEntries(converted) }
}

/** True if only a server may set the value. */
function isServers(schema: unknown): boolean {
  return isJsonObject(schema) && schema.readOnly === true
}

/** Says in JSON Schema what a schema of OpenAPI 3.0 says in its own words. */
function fromOld(schema: Json, plain: Record<string, unknown>): unknown {
  for (const [key, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[key] !== 'boolean') continue
    delete plain[key]
    if (schema[key] && schema[bound] !== undefined) {
      plain[key] = schema[bound]
      delete plain[bound]
    }
  }
  if (schema.nullable !== true) return plain
  if (typeof plain.type === 'string') plain.type = [plain.type, 'null']
  else if (Object.keys(plain).length > 0) return { anyOf: [plain, { type: 'null' }] }
  if (Array.isArray(plain.enum) && !plain.enum.includes(null)) plain.enum = [...plain.enum, null]
  return plain
}
