import { z } from 'zod'
import { type ProblemCode, problemCodes } from '../problem/problem-codes.ts'
import type { RouteFacts } from './route-facts.ts'

/** Returns the codes of all problems that an operation may answer with. The description names them, and tests provoke each. */
export function problemsOf(route: RouteFacts): readonly ProblemCode[] {
  const { role, scope, human, proven, params, query, body, idempotent, repeatable, versioned } = route
  const isKept = idempotent === true
  const codes: readonly (readonly [isPossible: boolean, ...codes: readonly ProblemCode[]])[] = [
    [true, 'wrong_host', 'wrong_origin', 'too_many', 'internal_error', 'not_available'],
    [role !== 'open', 'no_session'],
    [(role !== 'open' && role !== 'viewer') || scope !== undefined || route.sessionOnly === true, 'forbidden'],
    [human === true, 'not_human'],
    [proven === true, 'proof_needed'],
    [route.mayFindNothing ?? params !== undefined, 'not_found'],
    [query !== undefined || body !== undefined || isKept || isConstrained(params), 'invalid'],
    [hasCursor(query), 'cursor_mismatch'],
    [body !== undefined, 'bad_request', 'too_large', 'wrong_type'],
    [isKept, 'idempotency_in_progress', 'idempotency_key_reused'],
    [isKept && repeatable !== true, 'interrupted'],
    [versioned === true, 'stale', 'version_needed'],
    [true, ...(route.problems ?? [])],
  ]
  return [...new Set(codes.flatMap(([isPossible, ...those]) => (isPossible ? those : [])))]
}

/** Returns the status with which an operation answers a problem. */
export function statusOf({ errors }: Pick<RouteFacts, 'errors'>, code: ProblemCode): number {
  const { status } = problemCodes[code]
  // Clients of OpenAI know 400 for what is wrong with a request.
  return errors === 'openai' && status === 422 ? 400 : status
}

function propertiesOf(schema: z.ZodType | undefined): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  if (schema === undefined) return {}
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return properties as Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Returns true if a value in a path can be one that its schema refuses. A segment is never empty. */
function isConstrained(params: z.ZodType | undefined): boolean {
  const free = new Set(['type', 'minLength', 'description'])
  return Object.values(propertiesOf(params)).some(
    (property) => property.type !== 'string' || Object.keys(property).some((key) => !free.has(key)),
  )
}

function hasCursor(query: z.ZodType | undefined): boolean {
  return 'cursor' in propertiesOf(query)
}
