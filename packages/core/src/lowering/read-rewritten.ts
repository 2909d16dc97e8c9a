import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'

/**
 * Marks a lowered part whose values have another form than in the original: `absent` for a field in which null stands for
 * leaving it out, `json` for an object written as JSON text. A symbol, so that no provider is sent it.
 */
export const rewritten = Symbol('the form of a rewritten value')

export type RewrittenForm = 'absent' | 'json'

const formOf = (part: unknown) =>
  isJsonObject(part) ? ((part as { readonly [rewritten]?: RewrittenForm })[rewritten] ?? undefined) : undefined

/** True for a lowered part in which an object is written as JSON text. */
export const isJsonText = (part: unknown): boolean => formOf(part) === 'json'

/** Takes a value in the form of a lowered schema back to that of the original. A value that fits nowhere stays as it is. */
export function readRewritten(root: JsonSchemaObject, value: unknown): unknown {
  const definitions = isJsonObject(root.$defs) ? root.$defs : {}

  function follow(part: unknown): unknown {
    const reference = isJsonObject(part) && typeof part.$ref === 'string' ? part.$ref : undefined
    return reference === undefined ? part : definitions[reference.replace('#/$defs/', '')]
  }

  function read(given: unknown, inner: unknown): unknown {
    const part = follow(given)
    if (!isJsonObject(part)) return inner
    if (Array.isArray(part.anyOf)) {
      const branch = part.anyOf.find((one) => fits(one, inner))
      return branch === undefined ? inner : read(branch, inner)
    }
    if (isJsonText(part)) return objectIn(inner) ?? inner
    if (Array.isArray(inner)) return inner.map((item) => read(part.items, item))
    if (!isJsonObject(inner) || !isJsonObject(part.properties)) return inner
    const fields = part.properties
    const isAbsent = ([name, field]: [string, unknown]) => field === null && formOf(fields[name]) === 'absent'
    const present = Object.entries(inner).filter((entry) => !isAbsent(entry))
    return Object.fromEntries(
      present.map(([name, field]) => [name, Object.hasOwn(fields, name) ? read(fields[name], field) : field]),
    )
  }

  function fits(given: unknown, inner: unknown): boolean {
    const part = follow(given)
    if (!isJsonObject(part)) return false
    if (Array.isArray(part.anyOf)) return part.anyOf.some((one) => fits(one, inner))
    if (inner === null) return part.nullable === true || [part.type].flat().includes('null')
    if (isJsonText(part)) return objectIn(inner) !== undefined
    if (Array.isArray(part.enum) && !part.enum.includes(inner)) return false
    if (![part.type].flat().some((type) => isOfType(inner, type))) return part.type === undefined
    if (Array.isArray(inner)) return inner.every((item) => fits(part.items, item))
    if (!isJsonObject(inner)) return true
    const fields = isJsonObject(part.properties) ? part.properties : {}
    const required = Array.isArray(part.required) ? part.required : []
    const isClosed = part.additionalProperties === false
    return (
      required.every((name) => Object.hasOwn(inner, name)) &&
      Object.entries(inner).every(([name, field]) =>
        Object.hasOwn(fields, name) ? fits(fields[name], field) : !isClosed,
      )
    )
  }

  return read(root, value)
}

function objectIn(value: unknown): unknown {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return isJsonObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJsonObject(value)
    default:
      return typeof value === type
  }
}
