import { didYouMean } from '@drawbridge/core/base'
import type { ConfigPath } from '@drawbridge/core/policy'
import type { z } from 'zod'
import { knownKeys, type SchemaNode } from './config-json-schema.ts'

/** One violation of the schema: its place and the expected value. */
export interface DescribedIssue {
  readonly path: ConfigPath
  /** The wrong key, if the key is wrong and not the value. */
  readonly key?: string
  readonly message: string
}

type Issue = z.core.$ZodIssue

/** Searching for near words is expensive, and no one reads more hints. */
const mostHints = 20

/** Describes an issue, with the nearest valid word if there is one. */
export function describeIssue(issue: Issue, value: unknown, schema: SchemaNode): readonly DescribedIssue[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(schema, path)
      return issue.keys.map((key, index) => {
        return { path, key, message: `${unknownKey(key, path)}${index < mostHints ? hint(key, known) : ''}` }
      })
    }
    case 'invalid_value':
      return [{ path, message: wrongWord(valueAt(value, path), issue.values.map(String), path) }]
    case 'invalid_union':
      return describeUnion(issue, value, schema)
    case 'invalid_type':
      return [
        {
          path,
          message: mismatch(path, kinds[issue.expected] ?? issue.expected, valueAt(value, path)),
        },
      ]
    case 'too_small':
      return [{ path, message: tooSmall(issue, path) }]
    case 'too_big':
      return [
        {
          path,
          message: `${subject(path)} must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}.`,
        },
      ]
    default:
      return [{ path, message: `${subject(path)}: ${issue.message}.` }]
  }
}

function unknownKey(key: string, path: ConfigPath): string {
  return path.length === 0 ? `The section "${key}" does not exist.` : `"${path.join('.')}" has no key "${key}".`
}

function hint(key: string, known: readonly string[]): string {
  return didYouMean(key, known) || (known.length === 0 ? '' : ` Valid: ${known.join(', ')}.`)
}

function wrongWord(value: unknown, words: readonly string[], path: ConfigPath): string {
  const known = ` Valid: ${words.join(', ')}.`
  if (value === undefined) return `${subject(path)} is missing.${known}`
  if (typeof value !== 'string') return `${subject(path)} must be one of these words, not ${kindOf(value)}.${known}`
  return `${subject(path)} cannot be ${JSON.stringify(value)}.${didYouMean(value, words) || known}`
}

/** If one alternative fits except for a part inside it, that part is the problem; otherwise none of them was meant. */
function describeUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  value: unknown,
  schema: SchemaNode,
): readonly DescribedIssue[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  const within =
    issue.errors.find((branch) => branch.some((inner) => inner.path.length > 0)) ??
    issue.errors.find(
      (branch) => branch.some(({ code }) => code !== 'invalid_type') && typeof valueAt(value, path) === 'string',
    )
  if (within === undefined) {
    return [{ path, message: mismatch(path, 'one value or a list of them', valueAt(value, path)) }]
  }
  return within.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, value, schema))
}

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>, path: ConfigPath): string {
  if (origin === 'string')
    return `${subject(path)} must be at least ${minimum} ${minimum === 1 ? 'character' : 'characters'} long.`
  if (origin === 'array') return `${subject(path)} must not be empty.`
  return `${subject(path)} must be at least ${minimum}.`
}

function mismatch(path: ConfigPath, wanted: string, value: unknown): string {
  if (value === undefined) return `${subject(path)} is missing; it must be ${wanted}.`
  return `${subject(path)} must be ${wanted}, not ${kindOf(value)}.`
}

function subject(path: ConfigPath): string {
  return path.length === 0 ? 'The configuration' : `"${path.join('.')}"`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : (kinds[typeof value] ?? typeof value)
}

/** The path comes from the schema's library, the value from a file. */
function valueAt(value: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Readonly<Record<string | number, unknown>>)[step]
        : undefined,
    value,
  )
}
