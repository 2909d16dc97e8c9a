import { isJsonObject } from '../../json/index.ts'
import { shorten } from '../../text/shorten.ts'
import { quoteExcerpt } from './describe-received.ts'

/** The longest part of a value or pattern that is shown, in UTF-16 units. */
const longestShown = 80

const shownValues = 12
const shownFields = 12
const deepest = 3

/** Describes a schema in a phrase: "an integer from 1 to 10", "one of "read", "write"". Bounded in length. */
export function describeSchema(schema: unknown, depth = 0): string {
  if (schema === false) return 'nothing here'
  if (!isJsonObject(schema)) return 'any value'
  if (Array.isArray(schema.enum)) return describeValues(schema.enum)
  if (Object.hasOwn(schema, 'const')) return describeValue(schema.const)
  const types = typesOf(schema)
  if (types.length > 0) return types.map((type) => describeType(type, schema, depth)).join(' or ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (Array.isArray(alternatives) && depth < deepest) return describeAlternatives(alternatives, depth)
  return describeUntyped(schema, depth)
}

function describeAlternatives(alternatives: readonly unknown[], depth: number): string {
  return [...new Set(alternatives.map((alternative) => describeSchema(alternative, depth + 1)))].join(', or ')
}

function describeUntyped(schema: Record<string, unknown>, depth: number): string {
  if (isJsonObject(schema.properties) || Array.isArray(schema.required)) return describeObject(schema, depth)
  if (schema.$ref !== undefined) return `what ${referenceText(schema.$ref)} describes`
  if (schema.items !== undefined || schema.prefixItems !== undefined) return describeType('array', schema, depth)
  if (hasAny(schema, ['minLength', 'maxLength', 'pattern'])) return describeType('string', schema, depth)
  if (hasAny(schema, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])) {
    return describeType('number', schema, depth)
  }
  return 'any value'
}

/** A reference is a string in a raw schema and an object with an `href` in a compiled one. */
function referenceText(reference: unknown): string {
  const target = isJsonObject(reference) ? reference.href : reference
  return typeof target === 'string' ? quoteExcerpt(target) : 'its reference'
}

function typesOf({ type }: Record<string, unknown>): string[] {
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string')
}

function describeType(type: string, schema: Record<string, unknown>, depth: number): string {
  switch (type) {
    case 'string':
      return `a string${lengths(schema, 'minLength', 'maxLength', 'character')}${formatOf(schema)}`
    case 'integer':
    case 'number':
      return `${type === 'integer' ? 'an integer' : 'a number'}${bounds(schema)}`
    case 'array': {
      const items =
        depth < deepest && schema.items !== undefined ? `, each ${describeSchema(schema.items, depth + 1)}` : ''
      return `an array${lengths(schema, 'minItems', 'maxItems', 'item')}${schema.uniqueItems === true ? ' without duplicates' : ''}${items}`
    }
    case 'object':
      return describeObject(schema, depth)
    case 'boolean':
      return 'true or false'
    default:
      return type
  }
}

function describeObject(schema: Record<string, unknown>, depth: number): string {
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const declared = isJsonObject(schema.properties) ? Object.keys(schema.properties) : []
  const optional = declared.filter((name) => !required.includes(name))
  const size = lengths(schema, 'minProperties', 'maxProperties', 'field')
  if (depth >= deepest || required.length + optional.length === 0) return `an object${size}`
  const parts = [names(required), optional.length > 0 ? `optionally ${names(optional)}` : '']
  return `an object${size} with ${parts.filter((part) => part !== '').join(', ')}`
}

function names(keys: readonly string[]): string {
  const more = keys.length > shownFields ? ` and ${keys.length - shownFields} more` : ''
  return `${keys.slice(0, shownFields).map(quoteExcerpt).join(', ')}${more}`
}

function describeValues(values: readonly unknown[]): string {
  if (values.length === 1) return describeValue(values[0])
  const more = values.length > shownValues ? ` and ${values.length - shownValues} more` : ''
  return `one of ${values.slice(0, shownValues).map(describeValue).join(', ')}${more}`
}

function describeValue(value: unknown): string {
  return typeof value === 'string' ? quoteExcerpt(value) : shorten(JSON.stringify(value) ?? 'nothing', longestShown)
}

function lengths(schema: Record<string, unknown>, low: string, high: string, noun: string): string {
  const minimum = schema[low]
  const maximum = schema[high]
  const plural = (amount: unknown) => `${amount} ${noun}${amount === 1 ? '' : 's'}`
  if (typeof minimum === 'number' && typeof maximum === 'number') {
    return minimum === maximum ? ` of ${plural(minimum)}` : ` of ${minimum} to ${plural(maximum)}`
  }
  if (typeof minimum === 'number' && minimum > 0) return ` of at least ${plural(minimum)}`
  return typeof maximum === 'number' ? ` of at most ${plural(maximum)}` : ''
}

function formatOf({ format, pattern }: Record<string, unknown>): string {
  if (typeof format === 'string') return ` in the format ${format}`
  return typeof pattern === 'string' ? ` matching ${shorten(pattern, longestShown)}` : ''
}

function bounds(schema: Record<string, unknown>): string {
  const phrases = [
    typeof schema.exclusiveMinimum === 'number' ? `above ${schema.exclusiveMinimum}` : '',
    typeof schema.exclusiveMaximum === 'number' ? `below ${schema.exclusiveMaximum}` : '',
    typeof schema.multipleOf === 'number' ? `that is a multiple of ${schema.multipleOf}` : '',
  ]
  return [range(schema), ...phrases.filter((phrase) => phrase !== '').map((phrase) => ` ${phrase}`)].join('')
}

function range({ minimum, maximum }: Record<string, unknown>): string {
  const low = typeof minimum === 'number' && minimum > -Number.MAX_SAFE_INTEGER ? minimum : undefined
  const high = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`
  if (low !== undefined) return ` of at least ${low}`
  return high === undefined ? '' : ` of at most ${high}`
}

function hasAny(schema: Record<string, unknown>, keywords: readonly string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(schema, keyword))
}
