import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'

/** The published limits of strict mode. A schema beyond one of them is offered without it. */
const limits = {
  properties: 5000,
  levels: 10,
  enumValues: 1000,
  characters: 120_000,
  longEnum: 250,
  longEnumCharacters: 15_000,
}

interface Count {
  properties: number
  levels: number
  enumValues: number
  characters: number
  longEnumCharacters: number
}

/** Returns the limit of strict mode that a lowered schema exceeds, as text for its losses. */
export function exceededStrictLimit(schema: JsonSchemaObject): string | undefined {
  const count: Count = { properties: 0, levels: 0, enumValues: 0, characters: 0, longEnumCharacters: 0 }
  add(schema, 0, count)
  if (count.properties > limits.properties) return `it has more than ${limits.properties} fields`
  if (count.levels > limits.levels) return `it has more than ${limits.levels} levels of objects`
  if (count.enumValues > limits.enumValues) return `it lists more than ${limits.enumValues} values`
  if (count.characters > limits.characters) return `its names and values have more than ${limits.characters} characters`
  return count.longEnumCharacters > limits.longEnumCharacters ? 'one of its lists of values is too long' : undefined
}

function add(part: unknown, level: number, count: Count): void {
  if (!isJsonObject(part)) return
  const { properties, $defs, enum: values, items, anyOf } = part
  const depth = isJsonObject(properties) ? level + 1 : level
  count.levels = Math.max(count.levels, depth)
  for (const [name, inner] of [...entriesOf(properties), ...entriesOf($defs)]) {
    count.characters += name.length
    add(inner, depth, count)
  }
  count.properties += entriesOf(properties).length
  if (Array.isArray(values)) addValues(values, count)
  add(items, depth, count)
  for (const branch of Array.isArray(anyOf) ? anyOf : []) add(branch, depth, count)
}

const entriesOf = (map: unknown) => (isJsonObject(map) ? Object.entries(map) : [])

function addValues(values: readonly unknown[], count: Count): void {
  const characters = values.reduce<number>((sum, value) => sum + String(value).length, 0)
  count.enumValues += values.length
  count.characters += characters
  if (values.length > limits.longEnum) count.longEnumCharacters = Math.max(count.longEnumCharacters, characters)
}
