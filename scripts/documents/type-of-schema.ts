/** A JSON Schema, as the description of the interface uses it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly $ref?: string
}

/** Keywords that say nothing about the type, or that are read below. */
const known = new Set([
  ...[
    'type',
    'enum',
    'const',
    'anyOf',
    'items',
    'properties',
    'required',
    'additionalProperties',
    '$ref',
    'propertyNames',
  ],
  ...[
    'description',
    'default',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
  ],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'title', 'examples', 'id', '$schema', 'uniqueItems'],
])

/**
 * Returns the TypeScript type of a schema. An optional value may be undefined too, so that programs need not leave it out.
 * @throws TypeError for a keyword that it does not know, so that no type says less than its schema unnoticed.
 */
export function typeOfSchema(schema: Schema, { required = true }: { readonly required?: boolean } = {}): string {
  return required ? plainType(schema) : `${plainType(schema)} | undefined`
}

function plainType(schema: Schema): string {
  const strange = Object.keys(schema).find((keyword) => !known.has(keyword))
  if (strange !== undefined)
    throw new TypeError(
      `The client generator does not know the keyword "${strange}" of JSON Schema. Add it to type-of-schema.ts.`,
    )
  const { $ref: reference, anyOf, type } = schema
  if (reference !== undefined) return `Schemas['${reference.split('/').at(-1) ?? ''}']`
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf !== undefined) return unique(anyOf.map(plainType))
  const types = typeof type === 'string' ? [type] : (type ?? [])
  return types.length === 0 ? 'unknown' : unique(types.map((each) => typeOfKind(each, schema)))
}

function typeOfKind(kind: string, schema: Schema): string {
  switch (kind) {
    case 'integer':
      return 'number'
    case 'array':
      return `readonly (${schema.items === undefined ? 'unknown' : plainType(schema.items)})[]`
    case 'object':
      return objectType(schema)
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return kind
    default:
      throw new TypeError(`The client generator does not know the type "${kind}".`)
  }
}

function objectType({ properties = {}, required = [], additionalProperties = false }: Schema): string {
  const named = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    return `readonly ${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOfSchema(schema, { required: isRequired })}`
  })
  if (additionalProperties === false) return named.length === 0 ? 'Record<string, never>' : `{ ${named.join('; ')} }`
  // A type for other keys would have to cover the named ones as well.
  const others = named.length > 0 || additionalProperties === true ? 'unknown' : plainType(additionalProperties)
  return `{ ${[...named, `readonly [key: string]: ${others}`].join('; ')} }`
}

function unique(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}
