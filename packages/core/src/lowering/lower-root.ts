import { isJsonObject, stableStringify } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { SchemaError } from '../schema/schema-error.ts'
import type { NoteLoss } from './lowered-schema.ts'
import { mergeAllOf, mergeSchemas } from './merge-schemas.ts'
import { describeWith } from './tell-constraints.ts'

/** Keywords that providers refuse at the root, apart from the unions. */
const refusedAtRoot = ['not', 'enum', 'const', 'if', 'then', 'else']

/**
 * Turns the root into a plain object, which every provider wants: a union of objects becomes one object with the fields of
 * all of them, of which those are required that each alternative requires. The description names the alternatives.
 */
export function lowerRoot(root: JsonSchemaObject, note: NoteLoss): JsonSchemaObject {
  const { anyOf, oneOf, allOf, ...base } = root
  const merged = allOf === undefined ? base : asObject(mergeAllOf({ ...base, allOf }))
  const flat = [anyOf, oneOf].reduce<JsonSchemaObject>(
    (whole, union) => (Array.isArray(union) ? flatten(whole, union, note) : whole),
    merged,
  )
  if (flat.anyOf !== undefined || flat.oneOf !== undefined) return lowerRoot(flat, note)
  const told = Object.fromEntries(refusedAtRoot.flatMap((key) => (key in flat ? [[key, flat[key]]] : [])))
  for (const keyword of Object.keys(told))
    note([keyword], `"${keyword}" of the whole input is in the description only`, 'told')
  const kept = Object.fromEntries(Object.entries(flat).filter(([keyword]) => !(keyword in told)))
  const description = describeWith(flat.description, told)
  return {
    ...kept,
    type: 'object',
    properties: isJsonObject(flat.properties) ? flat.properties : {},
    ...(description !== undefined && { description }),
  }
}

function flatten(base: JsonSchemaObject, union: readonly unknown[], note: NoteLoss): JsonSchemaObject {
  const alternatives = union
    .map((one) => (one === true ? {} : one))
    .filter(isJsonObject)
    .filter(mayBeObject)
  if (alternatives.length === 0) throw new SchemaError('#', 'no alternative of the input is an object')
  const lowered = alternatives.map((alternative) => lowerRoot(asObject(mergeAllOf(alternative)), () => undefined))
  note([], 'the alternatives of the whole input are one object with the fields of all of them', 'told')
  const shared = requiredOf(lowered[0] ?? {}).filter((name) => lowered.every((one) => requiredOf(one).includes(name)))
  const closed = lowered.every((one) => one.additionalProperties === false)
  const fields = joinFields(lowered)
  for (const name of Object.keys(fields)) {
    const isFree = lowered.some((one) => one.additionalProperties !== false && !(name in asObject(one.properties)))
    if (isFree)
      note(['properties', name], 'alternatives that do not name this field accept other values of it', 'narrowed')
  }
  const open = { type: 'object', properties: fields, required: shared, ...(closed && { additionalProperties: false }) }
  const whole = mergeSchemas(base, open)
  const forms = lowered.map((one) => formOf(one)).filter((form) => form !== '')
  const text = forms.length < 2 ? undefined : `One of these forms: ${[...new Set(forms)].join(' | ')}.`
  const description = [base.description, text].filter((part) => typeof part === 'string').join(' ')
  return { ...whole, ...(description !== '' && { description }) }
}

const asObject = (value: unknown): JsonSchemaObject => (isJsonObject(value) ? value : {})

function mayBeObject({ type }: JsonSchemaObject): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
}

const requiredOf = ({ required }: JsonSchemaObject): readonly string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []

/** The fields of one alternative as a short text: those that it requires, and fixed values. */
function formOf({ properties, required }: JsonSchemaObject): string {
  const fields = asObject(properties)
  const name = (field: string) => {
    const { const: fixed } = asObject(fields[field])
    return fixed === undefined ? field : `${field} = ${JSON.stringify(fixed)}`
  }
  return requiredOf({ required }).map(name).join(', ')
}

/** A field that several alternatives declare differently may have the value of any of them. */
function joinFields(alternatives: readonly JsonSchemaObject[]): JsonSchemaObject {
  const forms = new Map<string, unknown[]>()
  for (const { properties } of alternatives) {
    for (const [name, form] of Object.entries(asObject(properties))) forms.set(name, [...(forms.get(name) ?? []), form])
  }
  return Object.fromEntries(
    [...forms].map(([name, all]) => {
      const distinct = [...new Map(all.map((form) => [stableStringify(form), form])).values()]
      return [name, distinct.length === 1 ? distinct[0] : { anyOf: distinct }]
    }),
  )
}
