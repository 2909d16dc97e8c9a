import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { kindOf, kinds } from '../schema/repair/json-kind.ts'

export const valueTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const

export type ValueType = (typeof valueTypes)[number]

interface Types {
  readonly types: readonly ValueType[]
  readonly nullable: boolean
  /** True if the types follow from keywords that constrain values of these types only. */
  readonly guessed: boolean
}

/** Keywords that show what an author meant who gave no type. */
const hints: readonly (readonly [ValueType, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties']],
  ['array', ['items', 'prefixItems']],
]

/** The types that valid values of a schema without unions have. Without types, any value is valid. */
export function typesOf(part: JsonSchemaObject): Types {
  const listed = Array.isArray(part.enum) ? part.enum : undefined
  const declared = typeof part.type === 'string' ? [part.type] : part.type
  if (Array.isArray(declared)) {
    const types = valueTypes.filter((type) => declared.includes(type))
    const wanted = types.filter((type) => !(type === 'integer' && types.includes('number')))
    const isListed = (type: ValueType) =>
      listed === undefined ||
      listed.some((value) => typeOf(value) === type || (type === 'number' && typeOf(value) === 'integer'))
    return {
      types: wanted.filter(isListed),
      nullable: declared.includes('null') && (listed === undefined || listed.includes(null)),
      guessed: false,
    }
  }
  if (listed !== undefined) {
    const found = new Set(listed.map(typeOf))
    return {
      types: valueTypes.filter((type) => found.has(type) && !(type === 'integer' && found.has('number'))),
      nullable: listed.includes(null),
      guessed: false,
    }
  }
  const hinted = hints.filter(([, keywords]) => keywords.some((keyword) => keyword in part)).map(([type]) => type)
  return { types: hinted, nullable: false, guessed: true }
}

/** The type of one value; undefined for null. */
export function typeOf(value: unknown): ValueType | undefined {
  switch (kindOf(value)) {
    case kinds.string:
      return 'string'
    case kinds.integer:
      return 'integer'
    case kinds.fraction:
      return 'number'
    case kinds.boolean:
      return 'boolean'
    case kinds.array:
      return 'array'
    case kinds.object:
      return 'object'
    default:
      return undefined
  }
}

/** True if a schema only says which fields there must be, or what must not be, so it says nothing about a value's form. */
export function constrainsOnly(part: unknown): boolean {
  if (!isJsonObject(part)) return false
  const formKeywords = [
    'type',
    'properties',
    'items',
    'prefixItems',
    'enum',
    'const',
    '$ref',
    'anyOf',
    'oneOf',
    'allOf',
  ]
  return !formKeywords.some((keyword) => keyword in part)
}

/** True if null is a valid value of a part. */
export function acceptsNull(part: unknown): boolean {
  if (!isJsonObject(part)) return part !== false
  const unions = [part.anyOf, part.oneOf].filter(Array.isArray)
  if (unions.length > 0) return unions.every((union) => union.some(acceptsNull))
  const { types, nullable, guessed } = typesOf(part)
  return nullable || (guessed && types.length === 0 && part.const === undefined) || part.const === null
}
