import { isJsonObject } from '../../json/index.ts'

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
