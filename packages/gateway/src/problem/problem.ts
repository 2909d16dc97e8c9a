import { randomUUID } from 'node:crypto'
import { type ProblemCode, problemCodes } from './problem-codes.ts'

/** Something that is wrong with one value of a request. */
export interface ProblemDetail {
  /** A JSON pointer below the body, or the name of a parameter. */
  readonly pointer: string
  readonly detail: string
}

/** The facts of a problem, beyond its code. */
export interface ProblemFacts {
  readonly detail?: string
  readonly retryAfterMs?: number
  readonly errors?: readonly ProblemDetail[]
  /** Facts of this kind of problem, such as the answers that are offered. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** A request that is refused, for a reason that its sender may read. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly facts: ProblemFacts

  constructor(code: ProblemCode, facts: ProblemFacts = {}) {
    super(facts.detail ?? problemCodes[code].title)
    this.code = code
    this.facts = facts
  }
}

/** Refuses a request. */
export function refuse(code: ProblemCode, facts: ProblemFacts | string = {}): never {
  throw new Problem(code, typeof facts === 'string' ? { detail: facts } : facts)
}

const retryable: ReadonlySet<ProblemCode> = new Set(['too_many', 'not_available', 'idempotency_in_progress'])

/** Returns the body of a problem by RFC 9457. */
export function problemBody({ code, facts, message }: Problem): Readonly<Record<string, unknown>> {
  const { status, title } = problemCodes[code]
  return {
    ...facts.extra,
    type: `/v1/problems/${code}`,
    title,
    status,
    detail: message,
    instance: `urn:uuid:${randomUUID()}`,
    code,
    retryable: retryable.has(code),
    ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
    ...(facts.errors === undefined ? {} : { errors: facts.errors }),
  }
}

/** Returns the answer that tells of a problem. */
export function problemResponse(problem: Problem): Response {
  const { status } = problemCodes[problem.code]
  const headers = new Headers({ 'content-type': 'application/problem+json; charset=utf-8' })
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  const wait = problem.facts.retryAfterMs ?? (status === 503 ? 1_000 : undefined)
  if (wait !== undefined) headers.set('retry-after', String(Math.ceil(wait / 1_000)))
  return new Response(JSON.stringify(problemBody(problem)), { status, headers })
}
