import type { z } from 'zod'
import type { Caller } from '../caller/caller.ts'
import type { Gateway } from '../server/gateway.ts'
import type { RouteFacts, Schema } from './route-facts.ts'

type ReadBy<Part extends Schema> = Part extends z.ZodType ? z.output<Part> : undefined

/** The checked parts of a request. */
export interface RouteInput<Params extends Schema, Query extends Schema, Body extends Schema> {
  readonly params: ReadBy<Params>
  readonly query: ReadBy<Query>
  readonly body: ReadBy<Body>
}

/** The surroundings of one request. */
export interface RouteContext {
  readonly gateway: Gateway
  /** The sender. Its role and scope are checked already. Absent for routes that are open to all. */
  readonly caller: Caller
  readonly request: Request
  /** Ids of the request, in its answer and in the log. */
  readonly requestId: string
  /** The address of the client. */
  readonly address: string
  /** The value of `Idempotency-Key`. */
  readonly idempotencyKey: string | undefined
  /** Headers of the answer. */
  readonly headers: Headers
}

/** One operation of the API as plain data: it is mounted, described and tested by this. */
interface RouteParts<Params extends Schema, Query extends Schema, Body extends Schema, Answer extends Schema>
  extends RouteFacts<Params, Query, Body, Answer> {
  handle(input: RouteInput<Params, Query, Body>, context: RouteContext): Promise<unknown>
}

/** An operation of the API, whatever its parts are. */
export type Route = RouteParts<Schema, Schema, Schema, Schema>

/** Defines an operation of the API. */
export function defineRoute<
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Answer extends Schema = undefined,
>(route: RouteParts<Params, Query, Body, Answer>): Route {
  return route as unknown as Route
}
