/** The families of model providers and clients that take schemas in the same form. */
export const schemaFamilies = ['openai-strict', 'openai', 'anthropic', 'gemini', 'ollama', 'mcp'] as const

/** The name of a family of model providers or clients. */
export type SchemaFamily = (typeof schemaFamilies)[number]

/** The published rules of a family. The README names their sources. */
export interface FamilyRules {
  /** Takes references that lead back to themselves, through `$defs`. */
  readonly takesCycles: boolean
  /** `shallow`: only the root and malformed parts are changed. `deep`: each part is rebuilt from what is allowed. */
  readonly rewrites: 'shallow' | 'deep'
  /** Constraints that stay as they are, in deep rewriting; any other moves to the description. */
  readonly constraints: ReadonlySet<string>
  /** Formats that stay as they are; any other moves to the description. */
  readonly formats: ReadonlySet<string>
  /** The types whose values an `enum` may list. */
  readonly enumTypes: ReadonlySet<string>
  /** The form of a value that may be null. */
  readonly nullForm: 'type' | 'nullable'
  /** Every object lists all its fields as required and takes no others. */
  readonly closesObjects: boolean
  /** An object below the root must name at least one field. */
  readonly namesFields: boolean
  /** Every part must have a type or a union. */
  readonly needsType: boolean
}

const numberConstraints = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const scalars: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean'])
const none: ReadonlySet<string> = new Set()

const shallow: FamilyRules = {
  takesCycles: true,
  rewrites: 'shallow',
  constraints: none,
  formats: none,
  enumTypes: scalars,
  nullForm: 'type',
  closesObjects: false,
  namesFields: false,
  needsType: false,
}

export const familyRules: Readonly<Record<SchemaFamily, FamilyRules>> = {
  'openai-strict': {
    ...shallow,
    rewrites: 'deep',
    constraints: new Set([...numberConstraints, 'pattern', 'minItems', 'maxItems']),
    formats: new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']),
    closesObjects: true,
    needsType: true,
  },
  openai: shallow,
  anthropic: shallow,
  gemini: {
    ...shallow,
    takesCycles: false,
    rewrites: 'deep',
    constraints: new Set([
      ...['minimum', 'maximum', 'pattern', 'minLength', 'maxLength'],
      ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
    ]),
    formats: new Set(['date-time', 'float', 'double', 'int32', 'int64']),
    enumTypes: new Set(['string']),
    nullForm: 'nullable',
    namesFields: true,
    needsType: true,
  },
  ollama: { ...shallow, takesCycles: false, rewrites: 'deep' },
  mcp: shallow,
}
