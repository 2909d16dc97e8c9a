import type { UserRole } from '@drawbridge/room'
import type { z } from 'zod'
import type { ProblemCode } from '../problem/problem-codes.ts'

/** The methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The schema of a part of a request or answer; undefined if there is no such part. */
export type Schema = z.ZodType | undefined

/** One operation of the API without its code: enough to describe it, and to say who may use it. */
export interface RouteFacts<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly method: Method
  /** Below `/v1`; `{name}` stands for one segment. */
  readonly path: string
  /** A second path, not below `/v1`, for programs that expect it there. */
  readonly alias?: string
  /** The name of the operation, as clients call it. */
  readonly operation: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** The least role. `open`: nobody needs to be signed in. */
  readonly role: UserRole | 'open'
  /** The scope that a key needs. Absent: every key may. */
  readonly scope?: string
  /** True if keys may not use it at all, whatever their scopes. */
  readonly sessionOnly?: boolean
  /** True if a person must decide. */
  readonly human?: boolean
  /** True if the person must have proven who they are within ten minutes. */
  readonly proven?: boolean
  /** True if a repeated request with the same `Idempotency-Key` gets the kept answer. */
  readonly idempotent?: boolean
  /** True if doing it again does no harm, so that a request whose node has ended is done again. With `idempotent`. */
  readonly repeatable?: boolean
  /** True if the request must say with `If-Match` which version it changes. */
  readonly versioned?: boolean
  /** The topic whose subscribers are told, on all nodes, after a success. */
  readonly changes?: string
  /** `openai`: refusals have the form that clients of OpenAI's API read. Default: problem form. */
  readonly errors?: 'openai'
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Undefined: the answer has no body. */
  readonly answer?: Answer
  /** The media type of an answer that is not JSON. */
  readonly answerType?: string
  /** The status of a success. Default 200, or 204 without an answer. */
  readonly status?: number
  /** True if it may answer that there is nothing. Default: true if its path names something. */
  readonly mayFindNothing?: boolean
  /** Problems beyond those that every route of its kind has. */
  readonly problems?: readonly ProblemCode[]
  /** An example of a request, checked by a test. */
  readonly example?: { readonly body?: unknown; readonly answer?: unknown }
}
