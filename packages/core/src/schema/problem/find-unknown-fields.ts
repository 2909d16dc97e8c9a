import { isJsonObject } from '../../json/index.ts'

/** Paths of all fields that a closed object schema (`additionalProperties: false`) does not declare. */
export function findUnknownFields(schema: unknown, value: unknown): PropertyKey[][] {
  const found: PropertyKey[][] = []
  collect(schema, value, [], found)
  return found
}

function collect(schema: unknown, value: unknown, path: PropertyKey[], found: PropertyKey[][]): void {
  if (!isJsonObject(schema)) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(schema.items, item, [...path, index], found)
    return
  }
  if (!isJsonObject(value)) return
  const declared = isJsonObject(schema.properties) ? schema.properties : {}
  for (const [field, member] of Object.entries(value)) {
    if (Object.hasOwn(declared, field)) collect(declared[field], member, [...path, field], found)
    else if (schema.additionalProperties === false) found.push([...path, field])
    else collect(schema.additionalProperties, member, [...path, field], found)
  }
}
