import { isJsonObject } from '../../json/index.ts'
import type { JsonSchemaObject } from '../json-schema.ts'

/**
 * A schema of the strict profile with `additionalProperties: false` on its root and on every object that names its
 * fields, so that what a model is shown is what is enforced. An inner object without named fields stays a free map.
 */
export function closeObjects(schema: JsonSchemaObject): JsonSchemaObject {
  const closed = closeInner(schema)
  return Object.hasOwn(closed, 'additionalProperties') ? closed : { ...closed, additionalProperties: false }
}

function closeInner(schema: JsonSchemaObject): JsonSchemaObject {
  const { properties, items, additionalProperties } = schema
  const closed: Record<string, unknown> = { ...schema }
  if (isJsonObject(items)) closed.items = closeInner(items)
  if (isJsonObject(additionalProperties)) closed.additionalProperties = closeInner(additionalProperties)
  if (!isJsonObject(properties)) return closed
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, isJsonObject(field) ? closeInner(field) : field] as const,
  )
  closed.properties = Object.fromEntries(fields)
  if (fields.length > 0) closed.additionalProperties = false
  return closed
}
