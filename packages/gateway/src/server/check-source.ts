import { Problem } from '../problem/problem.ts'

/** The names and origins under which a gateway answers. All lower case. */
export interface GatewaySource {
  /** Values of `Host`. */
  readonly hosts: readonly string[]
  /** Origins of our own page. */
  readonly origins: readonly string[]
  /** Origins of pages of others, which may use the API with a key. */
  readonly cors: readonly string[]
}

/** Returns the names and origins of a gateway. @param port The port that it listens on. */
export function sourceOf({
  port,
  publicUrl,
  cors = [],
}: {
  readonly port: number
  readonly publicUrl?: string | undefined
  readonly cors?: readonly string[] | undefined
}): GatewaySource {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].map((name) => (port === 80 ? name : `${name}:${port}`))
  const host = publicUrl === undefined ? [] : [new URL(publicUrl).host]
  const origin = publicUrl === undefined ? [] : [new URL(publicUrl).origin]
  return { hosts: [...loopback, ...host], origins: [...loopback.map((each) => `http://${each}`), ...origin], cors }
}

/**
 * Returns the reason to refuse a request by where it comes from, before anything else of it is read. A page whose name was pointed at this
 * machine sends that name as `Host`; a page of another port of this machine is `same-site`, and gets its cookie sent along.
 */
export function sourceProblem(request: Request, source: GatewaySource): Problem | undefined {
  const { headers, method, url } = request
  const host = headers.get('host')?.toLowerCase()
  if (host === undefined || !source.hosts.includes(host))
    return new Problem('wrong_host', { detail: `The host ${show(host)} is not one of this server's.` })
  const hasKey = headers.has('authorization')
  const origin = headers.get('origin')?.toLowerCase()
  const isForeign = origin !== undefined && !source.origins.includes(origin)
  if (isForeign && hasKey && source.cors.includes(origin)) return undefined
  if (isForeign || (origin !== undefined && hasKey && !source.cors.includes(origin)))
    return wrongOrigin(
      `The origin ${show(origin)} may not use this server. The setting gateway.cors lists those that may.`,
    )
  const site = headers.get('sec-fetch-site')
  const isDocument = !new URL(url).pathname.startsWith('/v1')
  if (site !== null && site !== 'same-origin' && !(isDocument && site === 'none'))
    return wrongOrigin(`A page of another site or port may not use this server (Sec-Fetch-Site: ${show(site)}).`)
  if (method !== 'GET' && method !== 'HEAD' && origin === undefined && !hasKey)
    return wrongOrigin('A request that changes something needs the header Origin, or a key.')
  return undefined
}

function wrongOrigin(detail: string): Problem {
  return new Problem('wrong_origin', { detail })
}

function show(value: string | undefined): string {
  return JSON.stringify((value ?? '').slice(0, 200))
}

/** Answers the question of a browser if a page of others may send a request; undefined if it is not such a question. */
export function preflight({ method, headers }: Request, { cors }: GatewaySource): Response | undefined {
  const origin = headers.get('origin')?.toLowerCase()
  if (method !== 'OPTIONS' || origin === undefined || !headers.has('access-control-request-method')) return undefined
  if (!cors.includes(origin)) return undefined
  return new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(origin),
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-match',
      'access-control-max-age': '600',
    },
  })
}

/** Returns the headers that let a page of others read an answer. Never with its credentials. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    vary: 'Origin',
    'access-control-expose-headers': 'etag, x-request-id, retry-after, idempotency-replayed',
  }
}
