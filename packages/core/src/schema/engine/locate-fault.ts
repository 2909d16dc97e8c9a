import type { JsonSchema } from '../json-schema.ts'
import { resolvePointer, schemaPointer } from '../schema-pointer.ts'
import { schemaMembers } from './read-schema.ts'

/** Returns the place of the reference to an unknown identifier. */
export function placeOfReference(schema: JsonSchema, identifier: string): string {
  for (const { path, key, value } of schemaMembers(schema)) {
    if ((key !== '$ref' && key !== '$dynamicRef') || typeof value !== 'string') continue
    const target = value.split('#')[0] ?? ''
    if (target !== '' && identifier.endsWith(target.replace(/^[./]+/, ''))) return schemaPointer(path)
  }
  return '#'
}

/** The place of the first reference within the schema that leads nowhere. */
export function danglingReference(schema: JsonSchema): string | undefined {
  for (const { path, key, value } of schemaMembers(schema)) {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith('#/')) continue
    if (resolvePointer(schema, value) === undefined) return schemaPointer(path)
  }
  return undefined
}

/** Returns the first pattern that is not a regular expression. */
export function badPattern(schema: JsonSchema): { path: string; pattern: string } {
  for (const { path, key, value } of schemaMembers(schema)) {
    const isPattern = (key === 'pattern' && typeof value === 'string') || path.at(-2) === 'patternProperties'
    const pattern = key === 'pattern' && typeof value === 'string' ? value : key
    if (isPattern && !isRegularExpression(pattern)) return { path: schemaPointer(path), pattern }
  }
  return { path: '#', pattern: '' }
}

function isRegularExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}
