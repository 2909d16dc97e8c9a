import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { SchemaError } from '../schema/schema-error.ts'
import { schemaPointer } from '../schema/schema-pointer.ts'
import { inlineReferences } from './inline-references.ts'
import { lowerPart } from './lower-part.ts'
import { lowerRoot } from './lower-root.ts'
import type { LoweredSchema, NoteLoss, SchemaLoss } from './lowered-schema.ts'
import type { Path } from './lowering.ts'
import { mergeAllOf } from './merge-schemas.ts'
import { readRewritten } from './read-rewritten.ts'
import { familyRules, type SchemaFamily } from './schema-family.ts'
import { exceededStrictLimit } from './strict-limits.ts'
import { mapSubschemas } from './subschemas.ts'
import { tidyPart } from './tidy-part.ts'

/**
 * Turns a tool's JSON Schema into one that the providers of a family accept, and lists what it no longer says. Constraints
 * that the family does not know move into descriptions.
 *
 * A schema that strict mode cannot say, such as one with a map, is returned in the form of `openai`, with `strict: false` and
 * the reason among the losses. Throws a `SchemaError` that names the place if the family has no form for the schema at all.
 *
 * @param schema an object schema, as `CompiledSchema.frozenSchema` has it; it is not changed
 */
export function lowerSchema(schema: JsonSchemaObject, family: SchemaFamily): LoweredSchema {
  const rules = familyRules[family]
  if (family === 'mcp') return { schema: { ...schema, type: 'object' }, losses: [], strict: false, read: unchanged }
  const { schema: inlined, cycles } = inlineReferences(schema)
  if (cycles.length > 0 && !rules.takesCycles) {
    throw new SchemaError(
      '#',
      `the reference ${JSON.stringify(cycles[0])} leads back to itself, which ${family} does not accept`,
    )
  }
  return rules.rewrites === 'deep' ? lowerDeep(inlined, family) : lowerShallow(inlined, family)
}

function lowerShallow(
  inlined: JsonSchemaObject,
  family: SchemaFamily,
  earlier: readonly SchemaLoss[] = [],
): LoweredSchema {
  const { losses, note } = collectLosses()
  const schema = lowerRoot(tidyPart(inlined), note)
  if (family === 'anthropic') checkFieldNames(schema, [])
  return { schema, losses: [...earlier, ...losses], strict: false, read: unchanged }
}

function lowerDeep(inlined: JsonSchemaObject, family: SchemaFamily): LoweredSchema {
  const { losses, note } = collectLosses()
  const obstacles: SchemaLoss[] = []
  const rules = familyRules[family]
  const obstruct = (path: Path, why: string) =>
    obstacles.push({ path: schemaPointer(path), what: `strict mode is off: ${why}`, effect: 'told' })
  const lowering = { rules, note, obstruct }
  const { $defs, ...root } = inlined
  const merged = mergeAllOf(lowerRoot(root, note))
  const lowered = lowerPart(merged, [], lowering)
  const definitions = isJsonObject($defs) ? Object.entries($defs) : []
  const schema = {
    ...lowered,
    ...(definitions.length > 0 && {
      $defs: Object.fromEntries(
        definitions.map(([name, part]) => [name, lowerPart(mergeAllOf(part), ['$defs', name], lowering)]),
      ),
    }),
  }
  const read = (value: unknown) => readRewritten(schema, value)
  if (!rules.closesObjects) return { schema: structuredClone(schema), losses, strict: false, read }
  const exceeded = exceededStrictLimit(schema)
  if (exceeded !== undefined) obstruct([], exceeded)
  return obstacles.length === 0
    ? { schema: structuredClone(schema), losses, strict: true, read }
    : lowerShallow(inlined, 'openai', obstacles)
}

const unchanged = (value: unknown) => value

function collectLosses(): { readonly losses: SchemaLoss[]; readonly note: NoteLoss } {
  const losses: SchemaLoss[] = []
  return { losses, note: (path, what, effect) => losses.push({ path: schemaPointer(path), what, effect }) }
}

const fieldName = /^[a-zA-Z0-9_.-]{1,64}$/

/** Throws for a field whose name the provider refuses: names cannot be told in another way. */
function checkFieldNames(part: unknown, path: Path): void {
  if (!isJsonObject(part)) return
  const wrong = Object.keys(isJsonObject(part.properties) ? part.properties : {}).find((name) => !fieldName.test(name))
  if (wrong !== undefined) {
    throw new SchemaError(
      schemaPointer([...path, 'properties', wrong]),
      'anthropic accepts only names of fields with 1 to 64 letters, digits, "_", "." and "-"',
    )
  }
  mapSubschemas(part, (inner, at) => {
    checkFieldNames(inner, [...path, ...at])
    return inner
  })
}
