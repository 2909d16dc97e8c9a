import type { RE2JS } from 're2js'
import { SchemaError } from '../schema-error.ts'
import { boundedPattern, type PatternBudget } from './bounded-pattern.ts'

/** A compiled keyword: its identifier, its place in the schema, and a value that may hold regular expressions. */
type KeywordNode = [keyword: string, location: string, value: unknown]

/** Puts bounded patterns in the place of all regular expressions of a compiled schema. Loads the linear engine if there are any. */
export async function boundPatterns(compiled: Readonly<Record<string, unknown>>, budget: PatternBudget): Promise<void> {
  const nodes = Object.values(compiled).flatMap((part) => (Array.isArray(part) ? (part as KeywordNode[]) : []))
  const withPatterns = nodes.filter(([, , value]) => holdsPattern(value))
  if (withPatterns.length === 0) return
  const { RE2JS: engine } = await import('re2js')
  for (const node of withPatterns) node[2] = bound(node[2], node[1], { engine, budget })
}

function holdsPattern(value: unknown): boolean {
  return value instanceof RegExp || (Array.isArray(value) && value.some(holdsPattern))
}

interface Bounding {
  readonly engine: typeof RE2JS
  readonly budget: PatternBudget
}

function bound(value: unknown, location: string, bounding: Bounding): unknown {
  if (Array.isArray(value)) return value.map((part) => bound(part, location, bounding))
  if (!(value instanceof RegExp)) return value
  const bounded = boundedPattern(value, bounding.engine, bounding.budget)
  if (bounded !== undefined) return bounded
  const place = decodeURI(location.slice(location.indexOf('#')))
  throw new SchemaError(
    place,
    `the pattern ${value.source} could take exponential time; write it without look-around, back-references or nested repetitions`,
  )
}
