import { errorMessage } from '../error/error-message.ts'
import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from './json-schema.ts'
import { SchemaError } from './schema-error.ts'
import type { ToolSchema } from './tool-schema.ts'

/** The JSON Schema (2020-12) of what a caller may pass, or of what comes out. Throws a `SchemaError` for a schema that JSON cannot describe, such as one of a date object. */
export function jsonSchemaOf(schema: ToolSchema, side: 'input' | 'output' = 'input'): JsonSchemaObject {
  const converted = convert(schema, side)
  if (!isJsonObject(converted)) throw new SchemaError('#', 'the schema library gave no JSON Schema')
  return converted
}

function convert(schema: ToolSchema, side: 'input' | 'output'): unknown {
  const objection = objectionTo(schema)
  if (objection !== undefined) throw new SchemaError('#', objection)
  try {
    return schema['~standard'].jsonSchema[side]({ target: 'draft-2020-12' })
  } catch (error) {
    if (SchemaError.isInstance(error)) throw error
    const reason = errorMessage(error)
    throw new SchemaError('#', `it has no JSON Schema: ${reason}`, { cause: error })
  }
}

/** Returns the reason that something is not a schema that tells its JSON Schema, with what to give instead. */
function objectionTo(schema: unknown): string | undefined {
  if (schema === undefined || schema === null) return 'it is missing; for a tool without input give z.strictObject({})'
  if (typeof schema !== 'object' && typeof schema !== 'function') return `it is a ${typeof schema}; ${ways}`
  const standard = '~standard' in schema ? schema['~standard'] : undefined
  if (typeof standard !== 'object' || standard === null) return isRawSchema(schema) ? rawSchema : noSchema(schema)
  if ('jsonSchema' in standard && typeof standard.jsonSchema === 'object') return undefined
  const vendor = 'vendor' in standard ? String(standard.vendor) : 'of an unknown library'
  return withoutJsonSchema(vendor, '_zod' in schema)
}

const ways = 'give a schema of zod 4, arktype or valibot, or await strictSchema({…}) for a raw JSON Schema'

const rawSchema =
  "it is a raw JSON Schema: give await strictSchema({…}), or await openSchema({…}) with profile: 'open', which allows all of JSON Schema"

function noSchema(schema: object): string {
  return '_def' in schema ? withoutJsonSchema('zod', false) : `it is not a schema; ${ways}`
}

/** Libraries whose schemas validate but do not tell their JSON Schema on their own. */
function withoutJsonSchema(vendor: string, isZod4: boolean): string {
  switch (vendor) {
    case 'zod':
      return isZod4
        ? "a schema of zod/mini does not give its JSON Schema: import z from 'zod', or give await openSchema(z.toJSONSchema(schema)) with profile: 'open'"
        : "a schema of zod 3 does not give its JSON Schema: install zod 4, or import z from 'zod/v4'"
    case 'valibot':
      return 'a schema of valibot does not give its JSON Schema on its own: give toStandardJsonSchema(schema) of @valibot/to-json-schema'
    default:
      return `the schema library (${vendor}) does not give a JSON Schema: ${ways}`
  }
}

function isRawSchema(schema: object): boolean {
  return ['type', 'properties', '$schema', 'anyOf', 'oneOf', 'allOf', '$ref'].some((key) => Object.hasOwn(schema, key))
}
