import { randomUUID } from 'node:crypto'
import type { HttpPeer } from '@drawbridge/net/server'
import { Hono } from 'hono'
import { openAiError } from '../openai/completion-answer.ts'
import { Problem, problemResponse } from '../problem/problem.ts'
import { problemOfError } from '../problem/problem-of-error.ts'
import { handleRoute } from '../route/handle-route.ts'
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
  route?: string
  errors?: Route['errors']
}

/** Creates the app. Everything that goes wrong anywhere in it is answered in problem form. */
export function createApp(
  gateway: Gateway,
  { routes, others }: { readonly routes: readonly Route[]; readonly others: readonly OtherHandler[] },
): GatewayApp {
  const app = new Hono<{ Bindings: Facts }>()
  for (const route of routes) {
    const path = `/v1${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    app.on(route.method, route.alias === undefined ? [path] : [path, route.alias], (context) => {
      context.env.route = `/v1${route.path}`
      context.env.errors = route.errors
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
        const problem = problemOfError(error, gateway.onError)
        const refusal = problemResponse(problem)
        return facts.errors === 'openai' ? openAiError(problem, refusal.headers) : refusal
      })
      const { method } = request
      if (response.status === 401) metrics.authFailure(request.headers.has('authorization') ? 'key' : 'session')
      metrics.request({
        ...{ route: facts.route ?? 'other', method, status: response.status },
        seconds: (clock.now() - startedAt) / 1_000,
      })
      return finish(request, response, facts)
    },
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
