import { isJsonObject } from '../../json/index.ts'

/** The subschema for a path into the instance, as far as `properties`, `items` and `additionalProperties` lead there. */
export function schemaAt(schema: unknown, segments: readonly PropertyKey[]): unknown {
  let current = schema
  for (const segment of segments) {
    if (!isJsonObject(current)) return undefined
    current = typeof segment === 'number' ? current.items : fieldSchema(current, String(segment))
  }
  return current
}

function fieldSchema(schema: Record<string, unknown>, field: string): unknown {
  if (isJsonObject(schema.properties) && Object.hasOwn(schema.properties, field)) return schema.properties[field]
  return isJsonObject(schema.additionalProperties) ? schema.additionalProperties : undefined
}
