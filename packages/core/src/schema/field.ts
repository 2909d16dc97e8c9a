import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from './json-schema.ts'
import { describeSchema } from './problem/describe-schema.ts'
import { fitsKeywords } from './problem/fits-keywords.ts'
import { rawToolSchema } from './raw-tool-schema.ts'
import type { ToolSchema } from './tool-schema.ts'

type Presence = 'required' | 'optional' | 'defaulted'

/** One field of a tool's input: what a caller may pass as JSON Schema, and as a type what the tool gets. */
export interface Field<Value, Present extends Presence = 'required'> {
  readonly schema: JsonSchemaObject
  readonly presence: Present
  describe(text: string): Field<Value, Present>
  optional(): Field<Value, 'optional'>
  /** Makes the field one that a caller may leave out. */
  default(value: Value): Field<Value, 'defaulted'>
  /** Only a type. */
  readonly value?: Value
}

/** A field with bounds: of the number itself, or of the length of a text or list. */
interface BoundedField<Value> extends Field<Value> {
  min(bound: number): this
  max(bound: number): this
}

interface TextField extends BoundedField<string> {
  /** @param pattern Without flags. Must be linear: it judges what a model sends. */
  regex(pattern: RegExp): this
}

type Fields = Readonly<Record<string, Field<unknown, Presence>>>

type Inside<Member> = Member extends Field<infer Value, Presence> ? Value : never

type OptionalNames<Members extends Fields> = {
  [Name in keyof Members]: Members[Name] extends Field<unknown, 'optional'> ? Name : never
}[keyof Members]

/** The value that a tool gets for an input with these fields. */
type ValueOf<Members extends Fields> = {
  [Name in Exclude<keyof Members, OptionalNames<Members>>]: Inside<Members[Name]>
} & { [Name in OptionalNames<Members>]?: Inside<Members[Name]> | undefined } extends infer Whole
  ? { [Name in keyof Whole]: Whole[Name] }
  : never

/**
 * The fields that inputs of our own tools are made of. They say what zod would say in the strict profile, and cost a start nothing:
 * each is a JSON Schema, and nothing is compiled.
 *
 * @example
 * const input = field.object({
 *   path: field.string().min(1).describe('File to read.'),
 *   max_lines: field.int().min(1).max(1000).default(200),
 * })
 */
export const field = {
  string: (): TextField => textField({ type: 'string' }),
  int: (): BoundedField<number> =>
    boundedField({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, [
      'minimum',
      'maximum',
    ]),
  boolean: (): Field<boolean> => plainField({ type: 'boolean' }),
  enum: <const Words extends readonly string[]>(words: Words): Field<Words[number]> =>
    plainField({ type: 'string', enum: words }),
  array: <Item>({ schema: items }: Field<Item>): BoundedField<Item[]> =>
    boundedField({ type: 'array', items }, ['minItems', 'maxItems']),
  object: <Members extends Fields>(
    members: Members,
  ): Field<ValueOf<Members>> & ToolSchema<unknown, ValueOf<Members>> => {
    const schema = objectSchema(members)
    const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }
    const judged = rawToolSchema(whole, (value) => {
      const issues = issuesOfInput(schema, value)
      return issues.length > 0 ? { issues } : { value: completeInput(schema, value) }
    })
    return { ...plainField<ValueOf<Members>>(schema), ...(judged as ToolSchema<unknown, ValueOf<Members>>) }
  },
}

function objectSchema(members: Fields): JsonSchemaObject {
  const entries = Object.entries(members)
  const required = entries.filter(([, { presence }]) => presence === 'required').map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function plainField<Value>(schema: JsonSchemaObject): Field<Value> {
  return withPresence(schema, 'required')
}

function withPresence<Value, Present extends Presence>(
  schema: JsonSchemaObject,
  presence: Present,
): Field<Value, Present> {
  return {
    schema,
    presence,
    describe: (description) => withPresence({ ...schema, description }, presence),
    optional: () => withPresence(schema, 'optional'),
    default: (value) => withPresence({ ...schema, default: value }, 'defaulted'),
  }
}

type Bounds = readonly [low: string, high: string]

function boundedField<Value>(schema: JsonSchemaObject, [low, high]: Bounds): BoundedField<Value> {
  return {
    ...plainField<Value>(schema),
    min: (bound) => boundedField({ ...schema, [low]: bound }, [low, high]),
    max: (bound) => boundedField({ ...schema, [high]: bound }, [low, high]),
  }
}

function textField(schema: JsonSchemaObject): TextField {
  return {
    ...plainField<string>(schema),
    min: (minLength) => textField({ ...schema, minLength }),
    max: (maxLength) => textField({ ...schema, maxLength }),
    regex: ({ source }) => textField({ ...schema, pattern: source }),
  }
}

type Issue = StandardSchemaV1.Issue & { readonly code?: string }

/** Finds what is wrong with a value, for schemas that fields are made of: closed objects, lists and scalars. */
function issuesOfInput(schema: unknown, value: unknown, path: readonly PropertyKey[] = []): readonly Issue[] {
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
function completeInput(schema: unknown, value: unknown): unknown {
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
