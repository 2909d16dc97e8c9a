import { DrawbridgeError } from '../error/drawbridge-error.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { SchemaError } from '../schema/schema-error.ts'
import { lowerSchema } from './lower-schema.ts'
import type { LoweredSchema } from './lowered-schema.ts'
import type { SchemaFamily } from './schema-family.ts'

const names: Readonly<Record<SchemaFamily, RegExp>> = {
  'openai-strict': /^[a-zA-Z0-9_-]{1,64}$/,
  openai: /^[a-zA-Z0-9_-]{1,64}$/,
  anthropic: /^[a-zA-Z0-9_-]{1,64}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
  ollama: /^[a-zA-Z0-9_.-]{1,64}$/,
  mcp: /^[a-zA-Z0-9_.-]{1,128}$/,
}

/**
 * Lowers the schema of one tool as a family shows it, under its exposed name. Throws `schema_not_lowerable`, which names the
 * tool and the family, if the provider would refuse the tool: better at start than at the model's first request.
 */
export function lowerTool(
  tool: { readonly name: string; readonly schema: JsonSchemaObject },
  family: SchemaFamily,
): LoweredSchema {
  if (!names[family].test(tool.name)) {
    throw notLowerable(tool.name, family, 'its name has characters that the provider refuses; use the dialect "safe"')
  }
  try {
    return lowerSchema(tool.schema, family)
  } catch (error) {
    if (!SchemaError.isInstance(error)) throw error
    throw notLowerable(tool.name, family, error.message, error)
  }
}

function notLowerable(name: string, family: SchemaFamily, reason: string, cause?: unknown): DrawbridgeError {
  return new DrawbridgeError(
    'schema_not_lowerable',
    `The tool ${JSON.stringify(name)} cannot be offered to ${family}: ${reason}`,
    { cause },
  )
}
