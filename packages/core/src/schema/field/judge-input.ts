import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject } from '../../json/index.ts'
import { describeSchema } from '../problem/describe-schema.ts'
import { fitsKeywords } from '../problem/fits-keywords.ts'

type Issue = StandardSchemaV1.Issue & { readonly code?: string }

/** Finds what is wrong with a value, for schemas that fields are made of: closed objects, lists and scalars. */
export function issuesOfInput(schema: unknown, value: unknown, path: readonly PropertyKey[] = []): readonly Issue[] {
  if (!isJsonObject(schema)) return []
  if (!fits(schema, value)) return [{ path, message: describeSchema(schema) }]
  if (Array.isArray(value)) return value.flatMap((item, index) => issuesOfInput(schema.items, item, [...path, index]))
  return isJsonObject(value) ? issuesOfFields(schema, value, path) : []
}

function issuesOfFields(
  { properties, required }: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  path: readonly PropertyKey[],
): readonly Issue[] {
  const declared = isJsonObject(properties) ? properties : {}
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const isMissing = (name: string) => ownValue(value, name) === undefined && !needed.includes(name)
  const wrong = Object.entries(declared).flatMap(([name, inner]) =>
    isMissing(name) ? [] : issuesOfInput(inner, ownValue(value, name), [...path, name]),
  )
  const isKnown = (name: string) => Object.hasOwn(declared, name)
  if (Object.keys(value).every(isKnown)) return wrong
  return [...wrong, { path, code: 'unrecognized_keys', message: 'it has fields that are not declared' }]
}

function fits(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  if (typeof value !== 'string' || schema.type !== 'string') return fitsKeywords(schema, value)
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, enum: words } = schema
  // Counted in UTF-16 units, which costs nothing however long the text is.
  if (value.length < Number(minLength) || value.length > Number(maxLength)) return false
  if (Array.isArray(words) && !words.includes(value)) return false
  return typeof pattern !== 'string' || new RegExp(pattern).test(value)
}

/** Gives a valid value the defaults of the fields that are absent, with its fields in the order of the schema. */
export function completeInput(schema: unknown, value: unknown): unknown {
  if (!isJsonObject(schema)) return value
  if (Array.isArray(value)) return value.map((item) => completeInput(schema.items, item))
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return value
  const entries = Object.entries(schema.properties).flatMap(([name, inner]) => {
    const given = ownValue(value, name)
    const whole = given === undefined ? defaultOf(inner) : completeInput(inner, given)
    return whole === undefined ? [] : [[name, whole] as const]
  })
  return Object.fromEntries(entries)
}

function defaultOf(schema: unknown): unknown {
  return isJsonObject(schema) ? structuredClone(schema.default) : undefined
}

function ownValue(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}
