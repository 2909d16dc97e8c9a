import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

/**
 * What a tool's input is described by: one object with a validator and its JSON Schema, as Standard Schema and
 * Standard JSON Schema say. zod 4, valibot and arktype schemas fit unchanged; `strictSchema` and `openSchema` make one
 * from a raw JSON Schema.
 */
export interface ToolSchema<In = unknown, Out = In> {
  readonly '~standard': StandardSchemaV1.Props<In, Out> & StandardJSONSchemaV1.Props<In, Out>
}

/** What a caller may pass. */
export type InferInput<Schema extends ToolSchema> = StandardSchemaV1.InferInput<Schema>

/** What the tool's functions get: validated, with defaults and transforms applied. */
export type InferOutput<Schema extends ToolSchema> = StandardSchemaV1.InferOutput<Schema>
