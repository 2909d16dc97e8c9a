import type { JsonSchemaObject } from '../schema/json-schema.ts'

/** One thing that a lowered schema does not say as the original did. */
export interface SchemaLoss {
  /** JSON Pointer fragment to the part, in the schema with its references inlined. */
  readonly path: string
  /** Names what was lost, in plain English. */
  readonly what: string
  /**
   * `told`: the constraint is in the description only, and validation still enforces it.
   * `rewritten`: the value has another form, which `read` reads back.
   * `narrowed`: the values that `what` names cannot be expressed.
   */
  readonly effect: 'told' | 'rewritten' | 'narrowed'
}

/** A schema as a family of providers accepts it. */
export interface LoweredSchema {
  /** An object schema that the family accepts. Validation always uses the original. */
  readonly schema: JsonSchemaObject
  readonly losses: readonly SchemaLoss[]
  /** True if the provider's strict mode can be switched on with this schema. */
  readonly strict: boolean
  /**
   * Takes arguments that a model wrote for this schema back to the form of the original: without the null of absent fields, and
   * with objects for their JSON text. Arguments that fit nowhere stay as they are. Pass the result to `call`.
   */
  read(arguments_: unknown): unknown
}

/** The way in which one lowering notes its losses. */
export type NoteLoss = (path: readonly (string | number)[], what: string, effect: SchemaLoss['effect']) => void
