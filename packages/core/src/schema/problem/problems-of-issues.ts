import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject } from '../../json/index.ts'
import type { JsonSchemaObject } from '../json-schema.ts'
import { valueAt } from '../schema-pointer.ts'
import { formatPath } from './describe-problems.ts'
import { describeReceived } from './describe-received.ts'
import { describeSchema } from './describe-schema.ts'
import { fitsKeywords } from './fits-keywords.ts'
import type { Problem } from './problem.ts'
import { unknownFieldExpectation } from './unknown-field.ts'

/** More would not help a model to fix its call. */
const mostProblems = 20

/**
 * Turns the issues of any schema library into problems that say what was expected and what was received. If the JSON Schema shows
 * which of its keywords the value breaks, the expectation comes from there; otherwise it is the issue's message.
 */
export function problemsOfIssues(
  schema: JsonSchemaObject,
  input: unknown,
  issues: readonly StandardSchemaV1.Issue[],
): Problem[] {
  const problems = new Map<string, Problem>()
  for (const problem of [
    ...unknownFieldProblems(schema, input),
    ...issues.flatMap((issue) => ofIssue(schema, input, issue)),
  ]) {
    if (problems.size >= mostProblems) break
    const key = `${problem.path}\n${problem.expected}`
    if (!problems.has(key)) problems.set(key, problem)
  }
  return [...problems.values()]
}

/** Problems with the fields that closed object schemas do not have. */
export function unknownFieldProblems(schema: JsonSchemaObject, input: unknown): Problem[] {
  return findUnknownFields(schema, input)
    .slice(0, mostProblems)
    .map((path) => {
      const owner = schemaAt(schema, path.slice(0, -1))
      const declared = isJsonObject(owner) && isJsonObject(owner.properties) ? Object.keys(owner.properties) : []
      return {
        path: formatPath(path),
        expected: unknownFieldExpectation(String(path.at(-1)), declared),
        received: describeReceived(valueAt(input, path)),
      }
    })
}

function ofIssue(schema: JsonSchemaObject, input: unknown, issue: StandardSchemaV1.Issue): Problem[] {
  // Libraries report unknown fields each in their own way, zod at the object that holds them: found above, better.
  if ('code' in issue && issue.code === 'unrecognized_keys') return []
  const path = (issue.path ?? []).map((segment) => (typeof segment === 'object' ? segment.key : segment))
  const value = valueAt(input, path)
  const here = schemaAt(schema, path)
  const explained = here !== undefined && !fitsKeywords(here, value)
  if (here === undefined && path.length > 0 && isUnknownField(schema, path)) return []
  return [
    {
      path: formatPath(path),
      expected: explained
        ? `${describeSchema(here)}${value === undefined ? ' (required)' : ''}`
        : expectationOf(issue, here),
      received: describeReceived(value),
    },
  ]
}

/** Our own validators say what they expect; the messages of libraries and their authors are whole sentences. */
function expectationOf(issue: StandardSchemaV1.Issue, here: unknown): string {
  if (!('code' in issue) && !('kind' in issue)) return issue.message
  const known = here === undefined ? 'any value' : describeSchema(here)
  return known === 'any value' ? `a value that passes this check: ${issue.message}` : `${known} (${issue.message})`
}

function isUnknownField(schema: JsonSchemaObject, path: readonly PropertyKey[]): boolean {
  const owner = schemaAt(schema, path.slice(0, -1))
  return isJsonObject(owner) && owner.additionalProperties === false
}

/** Paths of all fields that a closed object schema (`additionalProperties: false`) does not declare. */
function findUnknownFields(schema: unknown, value: unknown): PropertyKey[][] {
  const found: PropertyKey[][] = []
  collect(schema, value, [], found)
  return found
}

function collect(schema: unknown, value: unknown, path: PropertyKey[], found: PropertyKey[][]): void {
  if (!isJsonObject(schema)) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(schema.items, item, [...path, index], found)
    return
  }
  if (!isJsonObject(value)) return
  const declared = isJsonObject(schema.properties) ? schema.properties : {}
  for (const [field, member] of Object.entries(value)) {
    if (Object.hasOwn(declared, field)) collect(declared[field], member, [...path, field], found)
    else if (schema.additionalProperties === false) found.push([...path, field])
    else collect(schema.additionalProperties, member, [...path, field], found)
  }
}

/** The subschema for a path into the instance, as far as `properties`, `items` and `additionalProperties` lead there. */
function schemaAt(schema: unknown, segments: readonly PropertyKey[]): unknown {
  let current = schema
  for (const segment of segments) {
    if (!isJsonObject(current)) return undefined
    current = typeof segment === 'number' ? current.items : fieldSchema(current, String(segment))
  }
  return current
}

function fieldSchema(schema: Record<string, unknown>, field: string): unknown {
  if (isJsonObject(schema.properties) && Object.hasOwn(schema.properties, field)) return schema.properties[field]
  return isJsonObject(schema.additionalProperties) ? schema.additionalProperties : undefined
}
