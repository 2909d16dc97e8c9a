import { isJsonObject } from '../../json/index.ts'
import type { JsonSchemaObject } from '../json-schema.ts'
import { SchemaError } from '../schema-error.ts'
import { schemaPointer } from '../schema-pointer.ts'
import { strictAdvice, strictKeywords, strictTypes } from './strict-keywords.ts'

type Path = readonly (string | number)[]

/**
 * Throws a `SchemaError` with the first place at which a JSON Schema leaves the strict profile: objects, lists and
 * scalars with bounds, no unions, references or conditions. The root is an object. `const` counts as an enumeration of one.
 */
export function assertStrictProfile(schema: unknown): asserts schema is JsonSchemaObject {
  if (!isJsonObject(schema) || schema.type !== 'object') {
    throw new SchemaError('#', 'the input of a tool is an object: set "type": "object"')
  }
  const { $schema, ...root } = schema
  checkSchema(root, [])
}

function checkSchema(schema: unknown, path: Path): void {
  if (!isJsonObject(schema)) fail(path, 'a schema in the strict profile is an object')
  for (const keyword of Object.keys(schema)) {
    if (strictKeywords.has(keyword)) continue
    const advice = strictAdvice.get(keyword)
    leave([...path, keyword], `"${keyword}" is not in the strict profile${advice === undefined ? '' : `: ${advice}`}`)
  }
  checkType(schema, path)
  checkValues(schema, path)
  checkObject(schema, path)
  if (schema.items !== undefined) checkSchema(schema.items, [...path, 'items'])
  else if (schema.type === 'array') fail(path, 'say what the items of the array are: set "items"')
}

function checkType(schema: Record<string, unknown>, path: Path): void {
  const { type } = schema
  if (type === undefined && (schema.enum !== undefined || schema.const !== undefined)) return
  if (type === undefined) leave(path, 'it has no type; a free object is {"type": "object"}')
  const at = [...path, 'type']
  if (Array.isArray(type) && type.includes('null')) leave(at, 'make the field optional: null counts as absent')
  if (Array.isArray(type)) leave(at, 'give the field one type, or use two optional fields')
  if (typeof type !== 'string' || !strictTypes.has(type))
    fail(at, `${JSON.stringify(type)} is not a type of the strict profile`)
}

function checkValues(schema: Record<string, unknown>, path: Path): void {
  if (schema.enum === undefined) return
  const values: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : []
  const isPlain = values.length > 0 && values.every((value) => typeof value !== 'object')
  if (!isPlain) fail([...path, 'enum'], 'an enumeration lists at least one string, number or boolean')
}

function checkObject(schema: Record<string, unknown>, path: Path): void {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  if (!isJsonObject(properties)) fail([...path, 'properties'], 'it is an object from field to schema')
  for (const [field, fieldSchema] of Object.entries(properties))
    checkSchema(fieldSchema, [...path, 'properties', field])
  if (!Array.isArray(required)) fail([...path, 'required'], 'it is a list of field names')
  const isMap = Object.keys(properties).length === 0
  for (const field of required) {
    const isDeclared = Object.hasOwn(properties, String(field)) || isMap
    if (!isDeclared) fail([...path, 'required'], `the field ${JSON.stringify(field)} is not in properties`)
  }
  if (isMap) checkMap(additionalProperties, propertyNames, path)
  else if (additionalProperties !== undefined && additionalProperties !== false) {
    leave([...path, 'additionalProperties'], 'an object with named fields takes no others: leave it out or set false')
  }
}

/** An object without named fields may be a map; `{}` and `true` say that its values are free. */
function checkMap(values: unknown, names: unknown, path: Path): void {
  const isFree =
    values === undefined || typeof values === 'boolean' || (isJsonObject(values) && Object.keys(values).length === 0)
  if (!isFree) checkSchema(values, [...path, 'additionalProperties'])
  if (names !== undefined) checkSchema(names, [...path, 'propertyNames'])
}

/** A schema that is fine in the open profile. */
function leave(path: Path, reason: string): never {
  fail(path, `${reason}. To allow all of JSON Schema, give the tool profile: 'open' (and a raw schema to openSchema)`)
}

function fail(path: Path, reason: string): never {
  throw new SchemaError(schemaPointer(path), reason)
}
