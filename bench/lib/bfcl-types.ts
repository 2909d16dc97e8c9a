import { foreignTypes } from '../../packages/core/src/schema/engine/explain-fault.ts'

/** A copy of a BFCL parameter schema with the types of Python and Java spelled as JSON Schema spells them. */
export function toJsonSchemaTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchemaTypes)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key !== 'type' || !foreignTypes.has(value)) return [[key, toJsonSchemaTypes(value)]]
    const spelled = foreignTypes.get(value)
    return spelled === undefined ? [] : [[key, spelled]]
  })
  return Object.fromEntries(members)
}
