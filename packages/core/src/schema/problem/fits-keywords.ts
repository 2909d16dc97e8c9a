import { isJsonObject, stableStringify } from '../../json/index.ts'

/**
 * Returns true if a value obeys the keywords directly in a schema that concern only this value: type, enumeration,
 * bounds, lengths.
 */
export function fitsKeywords(schema: unknown, value: unknown): boolean {
  if (!isJsonObject(schema)) return true
  return fitsType(schema.type, value) && fitsValues(schema, value) && fitsBounds(schema, value)
}

function fitsType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true
  return (Array.isArray(type) ? type : [type]).some((name) => isOfType(name, value))
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'object':
      return isJsonObject(value)
    default:
      return typeof value === type
  }
}

function fitsValues(schema: Record<string, unknown>, value: unknown): boolean {
  if (Array.isArray(schema.enum))
    return schema.enum.some((allowed) => stableStringify(allowed) === stableStringify(value))
  return !Object.hasOwn(schema, 'const') || stableStringify(schema.const) === stableStringify(value)
}

function fitsBounds(schema: Record<string, unknown>, value: unknown): boolean {
  if (typeof value === 'number') {
    const { exclusiveMinimum, exclusiveMaximum } = schema
    if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false
    if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false
    return within(value, schema.minimum, schema.maximum)
  }
  if (typeof value === 'string') return within([...value].length, schema.minLength, schema.maxLength)
  return !Array.isArray(value) || within(value.length, schema.minItems, schema.maxItems)
}

function within(size: number, minimum: unknown, maximum: unknown): boolean {
  return !(typeof minimum === 'number' && size < minimum) && !(typeof maximum === 'number' && size > maximum)
}
