import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { JsonSchema, JsonSchemaObject } from './json-schema.ts'
import { SchemaError } from './schema-error.ts'
import type { ToolSchema } from './tool-schema.ts'

/** The Standard Schema vendor of schemas made here from raw JSON Schemas. */
const rawVendor = 'drawbridge'

const targets = new Set(['draft-2020-12', 'draft-07'])

/** A raw JSON Schema and the function that judges by it, as a Standard Schema. The schema must not be changed any more. */
export function rawToolSchema(
  schema: JsonSchema,
  validate: (value: unknown) => StandardSchemaV1.Result<unknown>,
): ToolSchema {
  const convert = ({ target }: { readonly target: string }): Record<string, unknown> => {
    if (!targets.has(target)) throw new SchemaError('#', `a raw schema cannot be converted to ${target}`)
    return asObject(schema)
  }
  return {
    '~standard': { version: 1, vendor: rawVendor, validate, jsonSchema: { input: convert, output: convert } },
  }
}

function asObject(schema: JsonSchema): JsonSchemaObject {
  if (typeof schema !== 'boolean') return schema
  return schema ? {} : { not: {} }
}
