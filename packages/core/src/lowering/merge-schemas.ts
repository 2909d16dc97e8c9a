import { isJsonObject, stableStringify } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { isAnnotation, mapSubschemas } from './subschemas.ts'

/** The parts of one schema: the merged one, and constraints that could not be merged into it. */
interface Merged {
  readonly schema: JsonSchemaObject
  /** Constraints that hold in addition and can only be told. */
  readonly rest: readonly JsonSchemaObject[]
}

/** The keyword under which constraints that could not be merged are kept until they are told. */
export const unmerged = 'x-drawbridge-also'

/**
 * Replaces every `allOf` by one schema that accepts whatever all its members accept. A constraint that cannot be merged
 * is kept under {@link unmerged}, so merging may accept more, and never less.
 */
export function mergeAllOf(part: unknown): unknown {
  if (!isJsonObject(part)) return part
  const { allOf, ...base } = mapSubschemas(part, (inner, [keyword]) =>
    conditions.has(keyword) ? inner : mergeAllOf(inner),
  )
  if (!Array.isArray(allOf)) return base
  return allOf.reduce<JsonSchemaObject>((all, member) => (isJsonObject(member) ? mergeSchemas(all, member) : all), base)
}

/** Keywords inside which accepting more would accept less outside. */
const conditions: ReadonlySet<unknown> = new Set(['not', 'if', 'then', 'else', 'contains'])

/** One schema for values that both accept; it may accept more. */
export function mergeSchemas(left: JsonSchemaObject, right: JsonSchemaObject): JsonSchemaObject {
  const { schema, rest } = merge(left, right)
  const earlier = [left[unmerged], right[unmerged]].flatMap((list) => (Array.isArray(list) ? list : []))
  const all = [...earlier, ...rest]
  return all.length === 0 ? schema : { ...schema, [unmerged]: all }
}

function merge(left: JsonSchemaObject, right: JsonSchemaObject): Merged {
  const schema: Record<string, unknown> = { ...left }
  const rest: JsonSchemaObject[] = []
  for (const [keyword, value] of Object.entries(right)) {
    if (keyword === unmerged) continue
    const own = left[keyword]
    if (own === undefined || stableStringify(own) === stableStringify(value)) {
      schema[keyword] = value
      continue
    }
    const joined = joiners.get(keyword)?.(own, value)
    if (joined !== undefined) schema[keyword] = joined
    else if (!isAnnotation(keyword)) rest.push({ [keyword]: value })
  }
  return { schema: openFor(schema, left, right), rest }
}

/** A closed object that was merged with fields of another stays closed only if it names them all. */
function openFor(
  schema: Readonly<Record<string, unknown>>,
  left: JsonSchemaObject,
  right: JsonSchemaObject,
): JsonSchemaObject {
  if (left.additionalProperties === right.additionalProperties) return schema
  const names = (side: JsonSchemaObject) => Object.keys(isJsonObject(side.properties) ? side.properties : {})
  const covers = (side: JsonSchemaObject, other: JsonSchemaObject) =>
    side.additionalProperties !== undefined && names(other).every((name) => names(side).includes(name))
  if (covers(left, right) || covers(right, left)) return schema
  const { additionalProperties, ...open } = schema
  return open
}

type Joiner = (left: unknown, right: unknown) => unknown

const numbers =
  (choose: (...values: number[]) => number): Joiner =>
  (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? choose(left, right) : undefined

const subschemas: Joiner = (left, right) => {
  if (typeof left === 'boolean') return left ? right : left
  if (typeof right === 'boolean') return right ? left : right
  return isJsonObject(left) && isJsonObject(right) ? mergeSchemas(left, right) : undefined
}

const fields: Joiner = (left, right) => {
  if (!isJsonObject(left) || !isJsonObject(right)) return undefined
  const both = new Set([...Object.keys(left), ...Object.keys(right)])
  const field = (name: string) => {
    if (!Object.hasOwn(right, name)) return left[name]
    return Object.hasOwn(left, name) ? (subschemas(left[name], right[name]) ?? left[name]) : right[name]
  }
  return Object.fromEntries([...both].map((name) => [name, field(name)]))
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const types: Joiner = (left, right) => {
  const narrower = (name: unknown, others: readonly unknown[]) =>
    others.includes(name) || (name === 'integer' && others.includes('number'))
  const shared = [
    ...list(left).filter((name) => narrower(name, list(right))),
    ...list(right).filter((name) => narrower(name, list(left))),
  ]
  const distinct = [...new Set(shared)]
  if (distinct.length === 0) return undefined
  return distinct.length === 1 ? distinct[0] : distinct
}

const values: Joiner = (left, right) => {
  const others = new Set(list(right).map((value) => stableStringify(value)))
  const shared = list(left).filter((value) => others.has(stableStringify(value)))
  return shared.length === 0 ? undefined : shared
}

const joiners: ReadonlyMap<string, Joiner> = new Map<string, Joiner>([
  ['type', types],
  ['enum', values],
  ['properties', fields],
  ['required', (left, right) => [...new Set([...list(left), ...list(right)])]],
  ['items', subschemas],
  ['additionalProperties', subschemas],
  ['description', (left, right) => `${String(left)} ${String(right)}`],
  ['uniqueItems', (left, right) => left === true || right === true],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((keyword): [string, Joiner] => [
    keyword,
    numbers(Math.max),
  ]),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((keyword): [string, Joiner] => [
    keyword,
    numbers(Math.min),
  ]),
])
