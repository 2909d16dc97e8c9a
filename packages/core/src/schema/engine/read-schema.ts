import { isJsonObject, measureJson } from '../../json/index.ts'
import type { JsonSchema } from '../json-schema.ts'
import { SchemaError } from '../schema-error.ts'
import { schemaPointer } from '../schema-pointer.ts'

/** The limits on one schema. Real tools stay far below; a hostile one must not block the process. */
const schemaLimits = { parameters: 50_000, depth: 200, bytes: 2_097_152 } as const

/**
 * A private copy of a raw schema as plain JSON. Refuses what must not reach the implementation: values that JSON cannot
 * say, schemas beyond `schemaLimits`, and `$vocabulary`, which would redefine a dialect for the whole process.
 */
export function readSchema(schema: unknown): JsonSchema {
  const copy = plainCopy(schema)
  if (typeof copy !== 'boolean' && !isJsonObject(copy)) throw new SchemaError('#', 'a schema is an object or a boolean')
  for (const { path, key, value, owner } of schemaMembers(copy)) {
    if (key !== '$vocabulary' || !isJsonObject(value)) continue
    if (path.length === 1 || Object.hasOwn(owner, '$id')) {
      throw new SchemaError(schemaPointer(path), 'a tool cannot define a dialect of JSON Schema')
    }
  }
  return copy
}

/** The dialects that a schema and its parts declare. */
export function declaredDialects(schema: JsonSchema): Set<string> {
  const dialects = new Set<string>()
  for (const { key, value } of schemaMembers(schema)) {
    if (key === '$schema' && typeof value === 'string') dialects.add(value)
  }
  return dialects
}

function plainCopy(schema: unknown): unknown {
  const { exceeded } = measureJson(schema, schemaLimits)
  if (exceeded !== undefined) {
    throw new SchemaError(
      '#',
      `it has more ${exceeded === 'depth' ? 'levels' : exceeded} than ${schemaLimits[exceeded]}`,
    )
  }
  try {
    return JSON.parse(JSON.stringify(schema) ?? 'null')
  } catch (error) {
    throw new SchemaError('#', 'it is not plain JSON', { cause: error })
  }
}

/** One member of one object somewhere in a schema. */
export interface SchemaMember {
  /** Keys and indexes from the root to the member, its own key included. */
  readonly path: readonly (string | number)[]
  readonly key: string
  readonly value: unknown
  readonly owner: Record<string, unknown>
}

/** Keywords whose values are instances, not schemas. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples'])

/**
 * Every member of every object in a schema, outside the values of `const`, `enum`, `default` and `examples`. The walk
 * does not know which objects are schemas, so a caller looks at the value's type too.
 */
export function* schemaMembers(value: unknown, path: readonly (string | number)[] = []): Generator<SchemaMember> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* schemaMembers(item, [...path, index])
    return
  }
  if (!isJsonObject(value)) return
  for (const [key, member] of Object.entries(value)) {
    const memberPath = [...path, key]
    yield { path: memberPath, key, value: member, owner: value }
    if (!dataKeywords.has(key)) yield* schemaMembers(member, memberPath)
  }
}
