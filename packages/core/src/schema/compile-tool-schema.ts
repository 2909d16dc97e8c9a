import { isDeepStrictEqual } from 'node:util'
import { freezeJson } from './freeze-json.ts'
import type { JsonSchemaObject } from './json-schema.ts'
import { jsonSchemaOf } from './json-schema-of.ts'
import { compileRepairs, type RepairInput } from './repair/compile-repairs.ts'
import { SchemaError } from './schema-error.ts'
import { assertStrictProfile } from './strict/assert-strict-profile.ts'
import { closeObjects } from './strict/close-objects.ts'
import type { ToolSchema } from './tool-schema.ts'

/**
 * `strict`: the portable subset, unknown fields refused; for our own, declarative and custom tools.
 * `open`: all of JSON Schema; for MCP and other foreign tools.
 */
export type SchemaProfile = 'strict' | 'open'

/** A tool's input schema with all that a call needs, worked out at registration. */
export interface CompiledSchema<Out = unknown> {
  readonly schema: ToolSchema<unknown, Out>
  readonly profile: SchemaProfile
  /**
   * The JSON Schema of the input, as models are shown it; in the strict profile objects are closed. Each reading gives a
   * copy, since clients such as LangChain write into the schemas that they are given.
   */
  readonly jsonSchema: JsonSchemaObject
  /** The same, deeply frozen and not copied, for reading. */
  readonly frozenSchema: JsonSchemaObject
  readonly repair: RepairInput
  /** True if unknown fields must be searched for, because the schema's own validator accepts them. */
  readonly checksUnknownFields: boolean
}

/**
 * Works out a tool's input schema for a profile. Throws a `SchemaError` that names the place in a schema that the
 * profile does not allow, or that could never accept an object.
 */
export function compileToolSchema<Out = unknown>(
  schema: ToolSchema<unknown, Out>,
  profile: SchemaProfile,
): CompiledSchema<Out> {
  const source = jsonSchemaOf(schema)
  assertObjectRoot(source)
  if (profile === 'open') return compiled(schema, profile, source, false)
  assertStrictProfile(source)
  const closed = closeObjects(source)
  return compiled(schema, profile, closed, !isDeepStrictEqual(closed, source))
}

function compiled<Out>(
  schema: ToolSchema<unknown, Out>,
  profile: SchemaProfile,
  source: JsonSchemaObject,
  checksUnknownFields: boolean,
): CompiledSchema<Out> {
  const frozenSchema = freezeJson(source)
  let repair: RepairInput | undefined
  return Object.freeze({
    schema,
    profile,
    get jsonSchema() {
      return structuredClone(frozenSchema)
    },
    frozenSchema,
    repair: (input: unknown) => {
      // Lists of tools show schemas and call nothing, so the plan is made at the first call.
      repair ??= compileRepairs(frozenSchema)
      return repair(input)
    },
    checksUnknownFields,
  })
}

/** Calls carry objects. A root without a type may still accept one, so only a contrary type is refused. */
function assertObjectRoot({ type }: JsonSchemaObject): void {
  const types = Array.isArray(type) ? type : [type]
  if (type !== undefined && !types.includes('object')) {
    throw new SchemaError(
      '#/type',
      `the input of a tool is an object, not ${types.map((name) => JSON.stringify(name)).join(' or ')}`,
    )
  }
}
