/** JSON's types as bits, so that a set of types is one number. An integer is a number without a fraction. */
export const kinds = { string: 1, integer: 2, fraction: 4, boolean: 8, object: 16, array: 32, null: 64 } as const

export const noKind = 0
export const everyKind = 127

/** The bit of a value's own type; 0 for what is not JSON. */
export function kindOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return kinds.string
    case 'number':
      return Number.isInteger(value) ? kinds.integer : kinds.fraction
    case 'boolean':
      return kinds.boolean
    case 'object':
      if (value === null) return kinds.null
      return Array.isArray(value) ? kinds.array : kinds.object
    default:
      return noKind
  }
}

/** The bits of a name in the keyword `type`; every bit for a name that is unknown. */
export function kindsOfType(type: unknown): number {
  switch (type) {
    case 'number':
      return kinds.integer | kinds.fraction
    case 'string':
    case 'integer':
    case 'boolean':
    case 'object':
    case 'array':
    case 'null':
      return kinds[type]
    default:
      return everyKind
  }
}
