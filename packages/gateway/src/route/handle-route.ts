import { changedTopic } from '@drawbridge/room'
import type { z } from 'zod'
import { authenticate } from '../caller/authenticate.ts'
import { type Caller, callerId, hasScope, isAtLeast } from '../caller/caller.ts'
import { isProven } from '../caller/is-proven.ts'
import { Problem, type ProblemDetail, refuse } from '../problem/problem.ts'
import type { Gateway } from '../server/gateway.ts'
import { readJson } from '../server/read-body.ts'
import type { Route, RouteContext } from './route.ts'
import { withKeptAnswer } from './with-kept-answer.ts'

/** One request on its way to a route. */
export interface Arrival {
  readonly gateway: Gateway
  readonly request: Request
  readonly requestId: string
  readonly address: string
  /** The segments that the path of the route names. */
  readonly params: Readonly<Record<string, string>>
}

/** Takes a request through the checks of its route and returns the answer. Throws a `Problem`. */
export async function handleRoute(route: Route, arrival: Arrival): Promise<Response> {
  const { gateway, request } = arrival
  const caller = route.role === 'open' ? undefined : await permit(route, arrival)
  const url = new URL(request.url)
  const params = check(route.params, arrival.params, '')
  const query = check(route.query ?? noQuery, queryOf(url.searchParams), '')
  const body = route.body === undefined ? undefined : await readJson(request, gateway.settings.maxBodyBytes)
  const input = { params, query: route.query === undefined ? undefined : query, body: check(route.body, body, '/') }
  if (route.versioned === true && !request.headers.has('if-match'))
    refuse('version_needed', 'Send the ETag that you have read, in the header If-Match.')
  const headers = new Headers()
  const idempotencyKey = route.idempotent === true ? readIdempotencyKey(request.headers) : undefined
  const context = { ...arrival, headers, idempotencyKey } as unknown as RouteContext
  const known: RouteContext = caller === undefined ? context : { ...context, caller }
  const answer = async () => {
    const answered = answerOf(route, await route.handle(input, known), { headers, gateway })
    const { changes } = route
    if (changes !== undefined)
      await gateway.database.transaction((transaction) => transaction.publish(changedTopic, changes))
    return answered
  }
  const wantsStream = request.headers.get('accept')?.includes('text/event-stream') === true
  if (wantsStream || idempotencyKey === undefined || caller === undefined) return answer()
  return withKeptAnswer({ gateway, caller, key: idempotencyKey, route, url, body, answer })
}

/** Returns the caller if it may use the route. */
async function permit(route: Route, { gateway, request }: Arrival): Promise<Caller> {
  const caller = await authenticate(request.headers, gateway)
  if (caller === undefined) refuse('no_session', 'Sign in, or send a key in the header Authorization, as "Bearer KEY".')
  await gateway.requests.admit(callerId(caller))
  const { role } = route
  if (role !== 'open' && !isAtLeast(caller.user.role, role))
    refuse('forbidden', { detail: `This needs the role ${role}.`, extra: { needs: { role } } })
  if (caller.key !== undefined && route.sessionOnly === true)
    refuse('forbidden', 'No key may do this: sign in with a browser.')
  if (!hasScope(caller, route.scope))
    refuse('forbidden', {
      detail: `This needs a key with the scope ${route.scope}.`,
      extra: { needs: { scope: route.scope } },
    })
  if (route.human === true && !caller.human) refuse('not_human', 'This key does not carry the decisions of a person.')
  if (route.proven === true && !isProven(caller, gateway))
    refuse('proof_needed', 'Sign in again for this: POST /v1/auth/renew.')
  return caller
}

const noQuery: z.ZodType = { safeParse: (value: object) => noQueryResult(value) } as unknown as z.ZodType

function noQueryResult(value: object) {
  const [name] = Object.keys(value)
  if (name === undefined) return { success: true, data: undefined }
  return { success: false, error: { issues: [{ path: [name], message: 'Unknown parameter.' }] } }
}

function check(schema: z.ZodType | undefined, value: unknown, root: string): unknown {
  if (schema === undefined) return undefined
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const errors: ProblemDetail[] = read.error.issues.slice(0, 20).map(({ path, message }) => ({
    pointer: `${root}${path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
    detail: message,
  }))
  const [first] = errors
  throw new Problem('invalid', {
    detail: first === undefined ? 'The request is not valid.' : `${first.pointer}: ${first.detail}`,
    errors,
  })
}

/** A parameter that is there twice becomes a list, which no schema of a single one takes. */
function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(parameters.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...others] = parameters.getAll(name)
      return [name, others.length === 0 ? first : [first, ...others]]
    }),
  )
}

function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    refuse('invalid', 'The header Idempotency-Key must have 1 to 255 visible characters.')
  return key
}

/** Returns what a handler answers as a response. */
function answerOf(
  route: Route,
  value: unknown,
  { headers, gateway }: { readonly headers: Headers; readonly gateway: Gateway },
): Response {
  if (value instanceof Response) return value
  if (route.answer === undefined) return new Response(null, { status: route.status ?? 204, headers })
  if (gateway.settings.checksAnswers) {
    const read = route.answer.safeParse(value)
    if (!read.success) throw new TypeError(`${route.operation} answers other than it says: ${read.error.message}`)
  }
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(value), { status: route.status ?? 200, headers })
}
