import { randomUUID } from 'node:crypto'
import type { HttpPeer } from '@drawbridge/net/server'
import { Hono } from 'hono'
import { openAiError } from '../openai/completion-answer.ts'
import { Problem, problemResponse } from '../problem/problem.ts'
import { problemOfError } from '../problem/problem-of-error.ts'
import { handleRoute } from '../route/handle-route.ts'
import { problemsOf } from '../route/problems-of.ts'
import type { Route } from '../route/route.ts'
import { corsHeaders, preflight, sourceProblem } from './check-source.ts'
import type { Gateway } from './gateway.ts'
import { clientAddress } from './peer-address.ts'
import { apiHeaders, pageHeaders } from './security-headers.ts'

/** Answers the requests of one gateway, independent of who listens. */
export interface GatewayApp {
  fetch(request: Request, peer: HttpPeer): Promise<Response>
}

/** Answers a request that is not for a route of the API: a page, a stream of another protocol. Undefined if it is not for it either. */
export type OtherHandler = (request: Request, gateway: Gateway, address: string) => Promise<Response | undefined>

interface Facts {
  readonly requestId: string
  readonly address: string
  route?: Route
}

/** Creates the app. Everything that goes wrong anywhere in it is answered in problem form. */
export function createApp(
  gateway: Gateway,
  { routes, others }: { readonly routes: readonly Route[]; readonly others: readonly OtherHandler[] },
): GatewayApp {
  const app = new Hono<{ Bindings: Facts }>()
  const openAiPaths = new Set(routes.filter(({ errors }) => errors === 'openai').map(({ path }) => `/v1${path}`))
  for (const route of routes) {
    const path = `/v1${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    app.on(route.method, route.alias === undefined ? [path] : [path, route.alias], (context) => {
      context.env.route = route
      const { requestId, address } = context.env
      return handleRoute(route, {
        ...{ gateway, requestId, address },
        request: context.req.raw,
        params: context.req.param() as Record<string, string>,
      })
    })
  }
  app.notFound(() => problemResponse(new Problem('not_found')))
  app.onError((error) => {
    throw error
  })

  return {
    fetch: async (request, peer) => {
      const { clock, metrics, settings } = gateway
      const startedAt = clock.now()
      const address = clientAddress(peer.address, request.headers, settings.trustedProxies)
      const facts: Facts = { requestId: randomUUID(), address }
      const response = await answer(request, facts).catch((error: unknown) => {
        const problem = declared(problemOfError(error, gateway.onError), facts.route)
        const refusal = problemResponse(problem)
        return openAiPaths.has(new URL(request.url).pathname) ? openAiError(problem, refusal.headers) : refusal
      })
      const { method } = request
      if (response.status === 401) metrics.authFailure(request.headers.has('authorization') ? 'key' : 'session')
      metrics.request({
        ...{ method, status: response.status },
        route: facts.route === undefined ? 'other' : `/v1${facts.route.path}`,
        seconds: (clock.now() - startedAt) / 1_000,
      })
      return finish(request, response, facts)
    },
  }

  /** An operation that answers what the description does not say of it has a fault, which tests are to see. */
  function declared(problem: Problem, route: Route | undefined): Problem {
    if (!gateway.settings.checksAnswers || route === undefined) return problem
    if (problemsOf(route).includes(problem.code)) return problem
    const told = `${route.operation} answers "${problem.code}", which it does not declare: ${problem.message}`
    gateway.onError(new TypeError(told))
    return new Problem('internal_error', { detail: told })
  }

  async function answer(request: Request, facts: Facts): Promise<Response> {
    const asked = preflight(request, gateway.source)
    if (asked !== undefined) return asked
    const problem = sourceProblem(request, gateway.source)
    if (problem !== undefined) {
      gateway.metrics.authFailure('source')
      throw problem
    }
    for (const other of others) {
      const response = await other(request, gateway, facts.address)
      if (response !== undefined) return response
    }
    return app.fetch(request, facts)
  }

  function finish(request: Request, response: Response, { requestId }: Facts): Response {
    const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html')
    const base = isPage ? pageHeaders(gateway.isSecure).headers : apiHeaders(gateway.isSecure)
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(base)) if (!headers.has(name)) headers.set(name, value)
    headers.set('x-request-id', requestId)
    headers.set('x-drawbridge-build', gateway.build)
    const origin = request.headers.get('origin')?.toLowerCase()
    if (origin !== undefined && gateway.source.cors.includes(origin))
      for (const [name, value] of Object.entries(corsHeaders(origin))) headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  }
}
