import { isJsonObject, stableStringify } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { lowerFields } from './lower-fields.ts'
import type { Lowering, Path } from './lowering.ts'
import { mergeSchemas, unmerged } from './merge-schemas.ts'
import { isJsonText } from './read-rewritten.ts'
import type { FamilyRules } from './schema-family.ts'
import { isAnnotation } from './subschemas.ts'
import { describeWith } from './tell-constraints.ts'
import { withExclusiveBounds, withTuple } from './tidy-part.ts'
import { constrainsOnly, typeOf, typesOf, type ValueType } from './types-of.ts'

/** A lowered part, with null as a value of its own. */
interface Part {
  readonly schema: JsonSchemaObject
  readonly nullable: boolean
  /** True if no value is valid, as after merging contrary constraints. */
  readonly isImpossible?: boolean
}

/** Rebuilds one part of a schema from what the family allows. */
export function lowerPart(part: unknown, path: Path, lowering: Lowering): JsonSchemaObject {
  const lowered = lowerValue(part, path, lowering)
  if (lowered.isImpossible) lowering.note(path, 'no value is valid here', 'told')
  return writeNull(lowered, lowering.rules)
}

/** A lowered part that may also be null. */
function lowerNullable(part: unknown, path: Path, lowering: Lowering): JsonSchemaObject {
  return writeNull({ ...lowerValue(part, path, lowering), nullable: true }, lowering.rules)
}

function lowerValue(given: unknown, path: Path, lowering: Lowering): Part {
  if (!isJsonObject(given)) {
    return given === false ? impossible : anyValue({}, path, lowering)
  }
  const part = withExclusiveBounds(withTuple(given))
  if (typeof part.$ref === 'string') return lowerReference(part, path, lowering)
  const { const: fixed, anyOf, oneOf, ...base } = part
  if (fixed !== undefined) return lowerValue({ ...base, enum: [fixed] }, path, lowering)
  const union = Array.isArray(anyOf) ? anyOf : oneOf
  if (Array.isArray(union)) {
    const other = union === anyOf && oneOf !== undefined ? { [unmerged]: [{ oneOf }] } : {}
    return lowerUnion(union, { ...base, ...other }, path, lowering)
  }
  const { types, nullable, guessed } = typesOf(base)
  if (guessed && types.length === 0) return anyValue(base, path, lowering)
  if (guessed) lowering.note(path, `values of other types than ${types.join(' and ')}`, 'narrowed')
  const parts = types.map((type) => ({ schema: lowerTyped(base, type, path, lowering), nullable: false }))
  return joinParts(withoutJsonBesideText(parts, path, lowering), nullable, base)
}

function lowerReference({ $ref, ...siblings }: JsonSchemaObject, path: Path, { note }: Lowering): Part {
  const constraints = Object.keys(siblings).filter((keyword) => !isAnnotation(keyword) || keyword === unmerged)
  if (constraints.length > 0) note(path, `${constraints.join(', ')} next to a reference`, 'told')
  return { schema: { $ref }, nullable: false }
}

function lowerUnion(union: readonly unknown[], base: JsonSchemaObject, path: Path, lowering: Lowering): Part {
  if (union.every(constrainsOnly)) {
    return lowerValue({ ...base, [unmerged]: [...listOf(base[unmerged]), { anyOf: union }] }, path, lowering)
  }
  if (union.some((branch) => branch === true || (isJsonObject(branch) && Object.keys(branch).every(isAnnotation)))) {
    return lowerValue(base, path, lowering)
  }
  const constraints = Object.fromEntries(Object.entries(base).filter(([key]) => !isAnnotation(key) || key === unmerged))
  const branches = union.filter(isJsonObject).map((branch) => mergeSchemas(constraints, branch))
  const parts = branches.map((branch, index) => lowerValue(branch, [...path, 'anyOf', index], lowering))
  return joinParts(withoutJsonBesideText(parts, path, lowering), false, base)
}

/** A text that may be a JSON object cannot be told from any other text. */
function withoutJsonBesideText(parts: readonly Part[], path: Path, { note }: Lowering): readonly Part[] {
  const isText = ({ schema }: Part) =>
    branchesOf(schema).some((branch) => branch.type === 'string' && !isJsonText(branch))
  if (!parts.some(isText)) return parts
  const told = parts.filter(({ schema }) => !branchesOf(schema).some(isJsonText))
  if (told.length < parts.length) note(path, 'objects whose fields are not named', 'narrowed')
  return told
}

const impossible: Part = {
  schema: { type: 'string', description: 'No value is valid here.' },
  nullable: false,
  isImpossible: true,
}

/** One part whose values are those of any of the parts. */
function joinParts(parts: readonly Part[], nullable: boolean, { description }: JsonSchemaObject): Part {
  const possible = parts.filter(({ isImpossible }) => !isImpossible)
  const mayBeNull = nullable || possible.some((part) => part.nullable)
  const schemas = possible.filter((part) => !isOnlyNull(part)).flatMap(({ schema }) => branchesOf(schema))
  const distinct = [...new Map(schemas.map((schema) => [stableStringify(schema), schema])).values()]
  const [only] = distinct
  if (only === undefined) return mayBeNull ? { schema: {}, nullable: true } : impossible
  const described = typeof description === 'string' ? { description } : {}
  if (distinct.length > 1) return { schema: { anyOf: distinct, ...described }, nullable: mayBeNull }
  return { schema: only.description === undefined ? { ...only, ...described } : only, nullable: mayBeNull }
}

const isOnlyNull = ({ schema, nullable }: Part) => nullable && Object.keys(schema).length === 0

const branchesOf = (schema: JsonSchemaObject): readonly JsonSchemaObject[] =>
  Array.isArray(schema.anyOf) ? schema.anyOf.filter(isJsonObject) : [schema]

/** The keywords that constrain values of one type. Others are without effect on them. */
const constraintsOf: Readonly<Record<ValueType, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  boolean: [],
  array: ['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains', 'unevaluatedItems'],
  object: [
    ...['minProperties', 'maxProperties', 'propertyNames', 'patternProperties', 'unevaluatedProperties'],
    ...['dependentRequired', 'dependentSchemas', 'dependencies'],
  ],
}

const ofEveryType = ['not', 'if', 'then', 'else', unmerged]

function lowerTyped(part: JsonSchemaObject, type: ValueType, path: Path, lowering: Lowering): JsonSchemaObject {
  const { rules, note } = lowering
  const kept: Record<string, unknown> = {}
  const told: Record<string, unknown> = {}
  for (const keyword of [...constraintsOf[type], ...ofEveryType]) {
    if (!(keyword in part)) continue
    if (staysAs(keyword, part[keyword], rules)) kept[keyword] = part[keyword]
    else {
      told[keyword] = part[keyword]
      note(
        path,
        keyword === unmerged
          ? 'a further constraint is in the description only'
          : `"${keyword}" is in the description only`,
        'told',
      )
    }
  }
  const values = listOf(part.enum).filter(
    (value) => typeOf(value) === type || (type === 'number' && typeOf(value) === 'integer'),
  )
  if (values.length > 0) {
    if (rules.enumTypes.has(type) && !(rules.namesFields && values.includes(''))) kept.enum = values
    else {
      told['one of'] = values
      note(path, 'the list of allowed values is in the description only', 'told')
    }
  }
  const told2 = rules.closesObjects && 'default' in part ? { ...told, default: part.default } : told
  const description = describeWith(part.description, told2)
  const common = {
    type,
    ...kept,
    ...(typeof part.title === 'string' && { title: part.title }),
    ...(description !== undefined && { description }),
    ...('default' in part && !rules.closesObjects && { default: part.default }),
  }
  if (type === 'array') return { ...common, ...lowerItems(part, path, lowering) }
  return type === 'object'
    ? lowerFields(part, common, path, lowering, (field, at, orNull) =>
        orNull ? lowerNullable(field, at, lowering) : lowerPart(field, at, lowering),
      )
    : common
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function staysAs(keyword: string, value: unknown, rules: FamilyRules): boolean {
  if (keyword === 'format') return typeof value === 'string' && rules.formats.has(value)
  if (keyword === 'pattern' && rules.closesObjects && typeof value === 'string' && looksAround.test(value)) return false
  return rules.constraints.has(keyword)
}

/** Patterns that a grammar of a provider cannot follow: look-around and back references. */
const looksAround = /\(\?[=!<]|\\[1-9]|\\[pPbB]/

function lowerItems(part: JsonSchemaObject, path: Path, lowering: Lowering): JsonSchemaObject {
  const { prefixItems, items } = part
  if (!Array.isArray(prefixItems) || prefixItems.length === 0) {
    return {
      items: lowerPart(items === false ? {} : (items ?? {}), [...path, 'items'], lowering),
      ...(items === false && lowering.rules.constraints.has('maxItems') && { maxItems: 0 }),
    }
  }
  lowering.note(path, 'each item may be of any type that the list names for some position', 'told')
  const isClosed = items === false
  if (!isClosed && !isJsonObject(items)) lowering.note(path, 'items after those named by position', 'narrowed')
  const forms = isJsonObject(items) ? [...prefixItems, items] : prefixItems
  const bounds =
    isClosed && part.maxItems === undefined && lowering.rules.constraints.has('maxItems')
      ? { maxItems: prefixItems.length }
      : {}
  return { items: lowerPart({ anyOf: forms }, [...path, 'items'], lowering), ...bounds }
}

/** A part without a type accepts any value; not every family has a form for that. */
function anyValue(part: JsonSchemaObject, path: Path, { rules, note, obstruct }: Lowering): Part {
  const { title, description, default: initial, ...constraints } = part
  const told = Object.fromEntries(Object.entries(constraints).filter(([key]) => !isAnnotation(key) || key === unmerged))
  for (const keyword of Object.keys(told)) note(path, `"${keyword}" is in the description only`, 'told')
  const text = describeWith(description, told)
  const described = text === undefined ? {} : { description: text }
  if (!rules.needsType) return { schema: described, nullable: false }
  if (rules.closesObjects) obstruct(path, 'it accepts any value')
  else note(path, 'lists and objects', 'narrowed')
  const scalars = ['string', 'number', 'boolean'].map((type) => ({ type }))
  return { schema: { anyOf: scalars, ...described }, nullable: true }
}

/** Adds null to the values of a part in the family's way. */
function writeNull({ schema, nullable }: Part, { nullForm, needsType }: FamilyRules): JsonSchemaObject {
  if (!nullable) return alone(schema, nullForm)
  if (Object.keys(schema).length === 0)
    return nullForm === 'type' ? { type: 'null' } : { type: 'string', nullable: true }
  if (nullForm === 'nullable') return withNullable(alone(schema, nullForm))
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (typeof schema.type !== 'string')
    return needsType || '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : schema
  const listed = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return { ...schema, type: [schema.type, 'null'], ...listed }
}

const withNullable = (schema: JsonSchemaObject): JsonSchemaObject =>
  Array.isArray(schema.anyOf)
    ? {
        ...schema,
        anyOf: schema.anyOf.map((branch) => (isJsonObject(branch) ? { ...branch, nullable: true } : branch)),
      }
    : { ...schema, nullable: true }

/** Moves the description of a union into its first branch, if the family wants a union to stand alone. */
function alone(schema: JsonSchemaObject, nullForm: FamilyRules['nullForm']): JsonSchemaObject {
  if (nullForm !== 'nullable' || !Array.isArray(schema.anyOf) || schema.description === undefined) return schema
  const [first, ...others] = schema.anyOf
  const own = isJsonObject(first) && typeof first.description === 'string' ? ` ${first.description}` : ''
  return { anyOf: [{ ...first, description: `${schema.description}${own}` }, ...others] }
}
