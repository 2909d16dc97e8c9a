import { isJsonObject } from '@drawbridge/core/base'
import type { JsonSchemaObject } from '@drawbridge/core/schema'
import type { Schema } from '@google/genai'

/** Writes the types of a lowered schema as the API names them: in capitals. */
export function schemaOf(part: JsonSchemaObject): Schema {
  const { type, properties, items, anyOf, ...rest } = part
  return {
    ...rest,
    ...(typeof type === 'string' ? { type: type.toUpperCase() } : {}),
    ...(isJsonObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, partOf(field)])) }
      : {}),
    ...(items === undefined ? {} : { items: partOf(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(partOf) } : {}),
  } as Schema
}

function partOf(part: unknown): Schema {
  return schemaOf(isJsonObject(part) ? part : {})
}
