import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { mapSubschemas } from './subschemas.ts'

/** Names that mean nothing once references are inlined, and that could clash with those of another tool. */
const identifiers = new Set(['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$vocabulary'])

/**
 * Writes each part as JSON Schema 2020-12 spells it, for providers that take nearly all of it: no boolean schemas, tuples as
 * `prefixItems`, exclusive bounds as numbers, and `items` for every list. The meaning stays.
 */
export function tidyPart(part: unknown): JsonSchemaObject {
  if (!isJsonObject(part)) return part === false ? { not: {} } : {}
  const plain = withItems(withExclusiveBounds(withTuple(part)))
  const inner = mapSubschemas(plain, (subschema, [keyword]) =>
    keepsBoolean(keyword, subschema) ? subschema : tidyPart(subschema),
  )
  return Object.fromEntries(Object.entries(inner).filter(([keyword]) => !identifiers.has(keyword)))
}

/** Providers know these booleans. */
const keepsBoolean = (keyword: unknown, subschema: unknown) =>
  typeof subschema === 'boolean' && (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')

/** Until 2019-09 a list in `items` described the first items, and `additionalItems` the others. */
export function withTuple(part: JsonSchemaObject): JsonSchemaObject {
  if (!Array.isArray(part.items)) return part
  const { items, additionalItems, ...rest } = part
  return { ...rest, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
}

/** In draft 4 an exclusive bound was a boolean next to the bound. */
export function withExclusiveBounds(part: JsonSchemaObject): JsonSchemaObject {
  const pairs = [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const
  return pairs.reduce<JsonSchemaObject>((whole, [exclusive, bound]) => {
    if (typeof whole[exclusive] !== 'boolean') return whole
    const { [exclusive]: isExclusive, [bound]: limit, ...rest } = whole
    return { ...rest, ...(limit !== undefined && { [isExclusive === true ? exclusive : bound]: limit }) }
  }, part)
}

function withItems(part: JsonSchemaObject): JsonSchemaObject {
  const isList = part.type === 'array' || (Array.isArray(part.type) && part.type.includes('array'))
  return isList && part.items === undefined && part.prefixItems === undefined ? { ...part, items: {} } : part
}
