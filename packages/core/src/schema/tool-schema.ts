import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

/**
 * The description of a tool's input: one object with a validator and its JSON Schema, as in Standard Schema and
 * Standard JSON Schema. zod 4, valibot and arktype schemas fit unchanged; `strictSchema` and `openSchema` create one
 * from a raw JSON Schema.
 */
export interface ToolSchema<In = unknown, Out = In> {
  readonly '~standard': StandardSchemaV1.Props<In, Out> & StandardJSONSchemaV1.Props<In, Out>
}

/** The input that a caller may pass. */
export type InferInput<Schema extends ToolSchema> = StandardSchemaV1.InferInput<Schema>

/** The input that the tool's functions get: validated, with defaults and transforms applied. */
export type InferOutput<Schema extends ToolSchema> = StandardSchemaV1.InferOutput<Schema>
