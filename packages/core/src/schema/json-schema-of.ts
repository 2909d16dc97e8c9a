import { errorMessage } from '../error/error-message.ts'
import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from './json-schema.ts'
import { SchemaError } from './schema-error.ts'
import type { ToolSchema } from './tool-schema.ts'

/** The JSON Schema (2020-12) of what a caller may pass. Throws a `SchemaError` for a schema that JSON cannot describe, such as one of a date object. */
export function jsonSchemaOf(schema: ToolSchema): JsonSchemaObject {
  const converted = convert(schema)
  if (!isJsonObject(converted)) throw new SchemaError('#', 'the schema library gave no JSON Schema')
  return converted
}

function convert(schema: ToolSchema): unknown {
  try {
    return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  } catch (error) {
    if (SchemaError.isInstance(error)) throw error
    const reason = errorMessage(error)
    throw new SchemaError('#', `it has no JSON Schema: ${reason}`, { cause: error })
  }
}
