import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject, parseJson } from '../json/index.ts'
import type { CompiledSchema } from './compile-tool-schema.ts'
import type { JsonSchemaObject } from './json-schema.ts'
import { describeReceived } from './problem/describe-received.ts'
import { describeSchema } from './problem/describe-schema.ts'
import type { Problem } from './problem/problem.ts'
import { problemsOfIssues, unknownFieldProblems } from './problem/problems-of-issues.ts'
import type { Repair } from './repair/repair.ts'

/**
 * `empty`: none came, although fields are required, which some providers make of a truncated call. `truncated`: a text contains only the
 * beginning of JSON.
 */
export type MissingArguments = 'empty' | 'truncated'

export type InputValidation<Out = unknown> =
  | { readonly ok: true; readonly value: Out; readonly repairs: readonly Repair[] }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      /** The reason to think that not all arguments came; undefined if there is none. */
      readonly missing: MissingArguments | undefined
      readonly repairs: readonly Repair[]
    }

/**
 * Repairs an input, refuses unknown fields if the profile is strict, and lets the schema's own validator judge and transform it.
 * Synchronous for a synchronous schema. The model's mistakes are values, never thrown.
 */
export function validateInput<Out>(
  compiled: CompiledSchema<Out>,
  input: unknown,
): InputValidation<Out> | Promise<InputValidation<Out>> {
  const { input: repaired, repairs } = compiled.repair(input)
  const result = compiled.schema['~standard'].validate(repaired)
  if (result instanceof Promise) return result.then((settled) => toValidation(compiled, repaired, repairs, settled))
  return toValidation(compiled, repaired, repairs, result)
}

function toValidation<Out>(
  { frozenSchema: jsonSchema, checksUnknownFields }: CompiledSchema<Out>,
  input: unknown,
  repairs: readonly Repair[],
  result: StandardSchemaV1.Result<Out>,
): InputValidation<Out> {
  if (result.issues === undefined) {
    const problems = checksUnknownFields ? unknownFieldProblems(jsonSchema, input) : []
    if (problems.length > 0) return { ok: false, problems, missing: undefined, repairs }
    return { ok: true, value: result.value, repairs }
  }
  if (typeof input === 'string') return unparsable(jsonSchema, input, repairs)
  const problems = problemsOfIssues(jsonSchema, input, result.issues)
  const missing = lacksEverything(jsonSchema.required, input) ? 'empty' : undefined
  return { ok: false, problems, missing, repairs }
}

/** Arguments that are still text after the repairs: no JSON, or JSON of something else. */
function unparsable(jsonSchema: JsonSchemaObject, input: string, repairs: readonly Repair[]): InputValidation<never> {
  const parsed = parseJson(input)
  const received = parsed.ok
    ? describeReceived(input)
    : `${describeReceived(input)}, which is not JSON: ${parsed.message}`
  const problem = { path: '', expected: describeSchema(jsonSchema), received }
  const missing = !parsed.ok && parsed.truncated ? 'truncated' : undefined
  return { ok: false, problems: [problem], missing, repairs }
}

function lacksEverything(required: unknown, input: unknown): boolean {
  if (!Array.isArray(required) || required.length === 0) return false
  return input === undefined || input === null || (isJsonObject(input) && Object.keys(input).length === 0)
}
