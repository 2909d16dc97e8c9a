import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import type { Lowering, Path } from './lowering.ts'
import { rewritten } from './read-rewritten.ts'
import { acceptsNull } from './types-of.ts'

/** Adds an object's fields to what holds of it in the family's form. */
export function lowerFields(
  part: JsonSchemaObject,
  common: JsonSchemaObject,
  path: Path,
  lowering: Lowering,
  lower: (field: unknown, path: Path, orNull: boolean) => JsonSchemaObject,
): JsonSchemaObject {
  const { rules, note, obstruct } = lowering
  const required = Array.isArray(part.required) ? part.required.filter((name) => typeof name === 'string') : []
  const declared = isJsonObject(part.properties) ? part.properties : {}
  const undeclared = required.filter((name) => !Object.hasOwn(declared, name)).map((name) => [name, {}] as const)
  const fields = [...Object.entries(declared), ...undeclared]
  const isOpen = part.additionalProperties !== false
  if (fields.length === 0 && path.length > 0 && (rules.namesFields || (rules.closesObjects && isOpen))) {
    if (rules.closesObjects) obstruct(path, 'it is an object whose fields are not named')
    return jsonText(common, path, lowering)
  }
  if (isOpen && rules.closesObjects) {
    if (isJsonObject(part.additionalProperties) || isJsonObject(part.patternProperties))
      obstruct(path, 'it has fields beyond those named')
    note(path, 'fields that are not named', 'narrowed')
  } else if (isJsonObject(part.additionalProperties)) note(path, 'the form of fields that are not named', 'told')
  const lowerField = (name: string, field: unknown) => {
    const at = [...path, 'properties', name]
    if (!rules.closesObjects || required.includes(name)) return lower(field, at, false)
    const nullable = lower(field, at, true)
    if (acceptsNull(field)) {
      note(at, 'leaving the field out, which differs from null', 'narrowed')
      return nullable
    }
    note(at, 'null stands for leaving the field out', 'rewritten')
    return { ...nullable, [rewritten]: 'absent' as const }
  }
  const names = fields.map(([name]) => name)
  const wanted = rules.closesObjects ? names : [...new Set(required)]
  return {
    ...common,
    properties: Object.fromEntries(fields.map(([name, field]) => [name, lowerField(name, field)])),
    ...((wanted.length > 0 || rules.closesObjects) && { required: wanted }),
    ...(rules.closesObjects && { additionalProperties: false }),
  }
}

/** An object for which a family has no form is written as text, which `LoweredSchema.read` reads back. */
function jsonText({ description }: JsonSchemaObject, path: Path, { note }: Lowering): JsonSchemaObject {
  note(path, 'the object is written as JSON text', 'rewritten')
  const form = 'A JSON object, written as text.'
  return {
    type: 'string',
    description: typeof description === 'string' ? `${description} ${form}` : form,
    [rewritten]: 'json' as const,
  }
}
