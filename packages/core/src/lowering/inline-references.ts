import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { SchemaError } from '../schema/schema-error.ts'
import { resolvePointer } from '../schema/schema-pointer.ts'
import { isAnnotation, mapSubschemas } from './subschemas.ts'

/** Inlining copies a part for each reference to it, so a small schema could grow without end. */
const mostParts = 50_000

/** The folders of definitions, which are useless once everything is inlined. */
const definitionKeywords = new Set(['$defs', 'definitions'])

export interface InlinedSchema {
  readonly schema: JsonSchemaObject
  /** References that lead back to themselves, in the order in which they were found. They are kept, with their target in `$defs`. */
  readonly cycles: readonly string[]
}

/**
 * Replaces each local reference by the part that it leads to. A reference that leads back to itself stays, and its target
 * moves to `$defs`. Throws a `SchemaError` for a reference that leads nowhere, and for a schema that grows beyond 50,000 parts.
 */
export function inlineReferences(root: JsonSchemaObject): InlinedSchema {
  const names = new Map<string, string>()
  let parts = 0

  function expand(part: unknown, inside: readonly string[]): unknown {
    parts += 1
    if (parts > mostParts) throw new SchemaError('#', `with its references inlined it has more than ${mostParts} parts`)
    if (!isJsonObject(part)) return part
    if (typeof part.$ref !== 'string') return mapSubschemas(withoutDefinitions(part), (inner) => expand(inner, inside))
    const { $ref: reference, ...siblings } = part
    const rest = mapSubschemas(withoutDefinitions(siblings), (inner) => expand(inner, inside))
    return join(
      inside.includes(reference) ? keep(reference) : expand(targetOf(root, reference), [...inside, reference]),
      rest,
    )
  }

  function keep(reference: string): JsonSchemaObject {
    const name = names.get(reference) ?? nameFor(reference, new Set(names.values()))
    names.set(reference, name)
    return { $ref: `#/$defs/${name}` }
  }

  const schema = expand(root, ['#'])
  const definitions: Record<string, unknown> = {}
  // Expanding a definition may find further cycles, which the loop then reaches.
  for (const [reference, name] of names) definitions[name] = expand(targetOf(root, reference), [reference])
  const cycles = [...names.keys()]
  if (!isJsonObject(schema)) throw new SchemaError('#', 'the input of a tool is an object')
  return { schema: cycles.length === 0 ? schema : { ...schema, $defs: definitions }, cycles }
}

function targetOf(root: JsonSchemaObject, reference: string): unknown {
  const target = resolvePointer(root, reference) ?? anchored(root, reference)
  if (target === undefined) {
    throw new SchemaError('#', `the reference ${JSON.stringify(reference)} leads to no part of the schema`)
  }
  return target
}

function anchored(part: unknown, reference: string): unknown {
  if (!reference.startsWith('#') || typeof part !== 'object' || part === null) return undefined
  if (isJsonObject(part) && part.$anchor === reference.slice(1)) return part
  for (const inner of Object.values(part)) {
    const found = anchored(inner, reference)
    if (found !== undefined) return found
  }
  return undefined
}

/** Annotations next to a reference win over those of its target; constraints next to it hold in addition. */
function join(target: unknown, siblings: JsonSchemaObject): unknown {
  if (Object.keys(siblings).length === 0) return target
  if (Object.keys(siblings).every(isAnnotation) && isJsonObject(target) && typeof target.$ref !== 'string') {
    return { ...target, ...siblings }
  }
  return { ...siblings, allOf: [...(Array.isArray(siblings.allOf) ? siblings.allOf : []), target] }
}

function nameFor(reference: string, taken: ReadonlySet<string>): string {
  const plain = (reference.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '') || 'root'
  let name = plain
  for (let count = 2; taken.has(name); count++) name = `${plain}_${count}`
  return name
}

function withoutDefinitions(part: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(Object.entries(part).filter(([keyword]) => !definitionKeywords.has(keyword)))
}
