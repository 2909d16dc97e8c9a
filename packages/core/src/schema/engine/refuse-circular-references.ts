import { isJsonObject } from '../../json/index.ts'
import type { JsonSchema } from '../json-schema.ts'
import { resolvePointer } from '../resolve-pointer.ts'
import { SchemaError } from '../schema-error.ts'
import { schemaPointer } from '../schema-pointer.ts'
import { schemaMembers } from './schema-members.ts'

/** Refuses a reference that leads through nothing but references back to itself: following it never ends. */
export function refuseCircularReferences(schema: JsonSchema): void {
  const ending = new Set<unknown>()
  for (const { path, key, value, owner } of schemaMembers(schema)) {
    if (key !== '$ref' || typeof value !== 'string') continue
    const chain = new Set<unknown>()
    let current: unknown = owner
    while (isJsonObject(current) && typeof current.$ref === 'string' && !ending.has(current)) {
      if (chain.has(current)) throw new SchemaError(schemaPointer(path), 'the reference leads back to itself')
      chain.add(current)
      current = resolvePointer(schema, current.$ref)
    }
    for (const member of chain) ending.add(member)
  }
}
