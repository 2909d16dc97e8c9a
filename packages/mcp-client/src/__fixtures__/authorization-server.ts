import { createHash, randomBytes } from 'node:crypto'
import { openHttpServer } from '@drawbridge/net/server'
import { onTestFinished } from 'vitest'

/** What the authorization server and the MCP server that trusts it do. Everything can be changed while they run. */
export interface AuthorizationScript {
  /** Merged into the metadata of the authorization server; undefined removes a field. */
  metadata: Record<string, unknown>
  /** Merged into the metadata of the MCP server. */
  resource: Record<string, unknown>
  /** The path of the issuer: '' or one such as '/tenant'. */
  issuerPath: string
  /** Undefined: the refusal names no metadata. */
  challenge: string | undefined
  /** Merged into the answer that the browser brings back. */
  answer: Record<string, string | undefined>
  /** Seconds; undefined is left out. */
  expiresIn: number | undefined
  /** The scopes that the tool `admin` demands. */
  adminScope: string
  /** The token endpoint answers after this, so that refreshes overlap. */
  beforeToken: () => Promise<void>
  /** Redirects the metadata of the MCP server to another address. */
  metadataRedirect: string | undefined
  /** The token endpoint repeats the request at this address. */
  tokenRedirect: string | undefined
  refusesTokens: boolean
  /** The tool `admin` is refused whatever the scopes are. */
  isNeverSatisfied: boolean
  noResourceMetadata: boolean
}

interface Token {
  readonly access: string
  readonly refresh: string
  readonly scope: string
  readonly family: string
  readonly resource: string | null
}

/** A request that arrived, as it was sent. */
export interface SeenRequest {
  readonly path: string
  readonly form: URLSearchParams
  readonly authorization: string | null
  readonly headers: Headers
  readonly body: string
}

/** An MCP server with an authorization server, both on loopback. */
export interface AuthorizationScene {
  /** The address of the MCP server. */
  readonly url: string
  readonly origin: string
  readonly issuer: string
  readonly script: AuthorizationScript
  readonly seen: SeenRequest[]
  readonly seenAt: (path: string) => readonly SeenRequest[]
  /** The access tokens that are valid now. */
  readonly valid: ReadonlySet<string>
  /** Everything secret that was ever handed out. */
  readonly secrets: readonly string[]
  /** Makes all access tokens invalid, as time does. */
  expire(): void
  /** Opens a page as a browser does that agrees to everything. Resolves to the address that it is sent back to. */
  browse(url: string): Promise<URL>
}

const word = () => randomBytes(18).toString('base64url')
const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Opens both servers, until the test ends. */
export async function openAuthorization(given: Partial<AuthorizationScript> = {}): Promise<AuthorizationScene> {
  const seen: SeenRequest[] = []
  const codes = new Map<string, { challenge: string; redirect: string; scope: string; resource: string | null }>()
  const tokens = new Map<string, Token>()
  const used = new Map<string, string>()
  const valid = new Set<string>()
  const secrets: string[] = []
  const script: AuthorizationScript = {
    metadata: {},
    resource: {},
    issuerPath: '',
    challenge: undefined,
    answer: {},
    expiresIn: 3_600,
    adminScope: 'admin',
    beforeToken: async () => undefined,
    metadataRedirect: undefined,
    tokenRedirect: undefined,
    refusesTokens: false,
    isNeverSatisfied: false,
    noResourceMetadata: false,
    ...given,
  }
  const issue = (scope: string, family: string, resource: string | null): Response => {
    const token: Token = { access: word(), refresh: word(), scope, family, resource }
    secrets.push(token.access, token.refresh)
    tokens.set(token.refresh, token)
    valid.add(token.access)
    scopes.set(token.access, scope)
    families.set(token.access, family)
    return json({
      access_token: token.access,
      refresh_token: token.refresh,
      token_type: 'Bearer',
      scope,
      ...(script.expiresIn === undefined ? {} : { expires_in: script.expiresIn }),
    })
  }
  const scopes = new Map<string, string>()
  const families = new Map<string, string>()
  const giveTokens = async (form: URLSearchParams, authorization: string | null): Promise<Response> => {
    await script.beforeToken()
    if (script.refusesTokens) return json({ error: 'invalid_grant', error_description: 'no more' }, 400)
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const code = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        const proof = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url')
        if (code === undefined || proof !== code.challenge || form.get('redirect_uri') !== code.redirect)
          return json({ error: 'invalid_grant' }, 400)
        if (form.get('resource') !== code.resource) return json({ error: 'invalid_target' }, 400)
        return issue(code.scope, word(), code.resource)
      }
      case 'refresh_token': {
        const given = form.get('refresh_token') ?? ''
        const reused = used.get(given)
        if (reused !== undefined) {
          // As real servers do: a refresh token that comes twice was stolen, so the whole family ends.
          for (const [access, family] of families) if (family === reused) valid.delete(access)
          for (const [refresh, token] of tokens) if (token.family === reused) tokens.delete(refresh)
          return json({ error: 'invalid_grant', error_description: `reused ${given}` }, 400)
        }
        const token = tokens.get(given)
        if (token === undefined) return json({ error: 'invalid_grant' }, 400)
        if (form.get('resource') !== token.resource) return json({ error: 'invalid_target' }, 400)
        tokens.delete(given)
        used.set(given, token.family)
        valid.delete(token.access)
        return issue(token.scope, token.family, token.resource)
      }
      case 'client_credentials':
        if (authorization === null) return json({ error: 'invalid_client' }, 401)
        return issue(form.get('scope') ?? '', word(), form.get('resource'))
      default:
        return json({ error: 'unsupported_grant_type' }, 400)
    }
  }

  const server = await openHttpServer({
    fetch: async (request) => {
      const { pathname, searchParams, origin } = new URL(request.url)
      const body = request.method === 'POST' ? await request.text() : ''
      const isForm = request.headers.get('content-type')?.includes('urlencoded') === true
      const form = isForm ? new URLSearchParams(body) : searchParams
      const authorization = request.headers.get('authorization')
      seen.push({ path: pathname, form, authorization, headers: request.headers, body })
      const issuer = `${origin}${script.issuerPath}`
      switch (pathname) {
        case '/.well-known/oauth-protected-resource/mcp':
          if (script.noResourceMetadata) return new Response('', { status: 404 })
          if (script.metadataRedirect !== undefined)
            return new Response('', { status: 302, headers: { location: script.metadataRedirect } })
          return json({ resource: `${origin}/mcp`, authorization_servers: [issuer], ...script.resource })
        case `/.well-known/oauth-authorization-server${script.issuerPath}`:
          return json({
            issuer,
            authorization_endpoint: `${origin}/authorize`,
            token_endpoint: `${origin}/token`,
            registration_endpoint: `${origin}/register`,
            revocation_endpoint: `${origin}/revoke`,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            authorization_response_iss_parameter_supported: true,
            ...script.metadata,
          })
        case '/register': {
          const wanted = JSON.parse(body)
          return json({ ...wanted, client_id: `client-${word()}` }, 201)
        }
        case '/authorize': {
          const code = word()
          secrets.push(code)
          codes.set(code, {
            challenge: form.get('code_challenge') ?? '',
            redirect: form.get('redirect_uri') ?? '',
            scope: form.get('scope') ?? '',
            resource: form.get('resource'),
          })
          const back = new URL(form.get('redirect_uri') ?? '')
          const answer = { code, state: form.get('state') ?? '', iss: issuer, ...script.answer }
          for (const [name, value] of Object.entries(answer)) if (value !== undefined) back.searchParams.set(name, value)
          return new Response('', { status: 302, headers: { location: back.href } })
        }
        case '/token':
          if (script.tokenRedirect !== undefined)
            return new Response('', { status: 307, headers: { location: script.tokenRedirect } })
          return giveTokens(form, authorization)
        case '/revoke':
          return new Response('')
        case '/mcp':
          return serve(request, body)
        default:
          return new Response('', { status: 404 })
      }
    },
  })
  onTestFinished(() => server.close())
  const serve = (request: Request, body: string): Response => {
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    if (!valid.has(token)) {
      const challenge = script.challenge ?? `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`
      return new Response('', { status: 401, headers: { 'www-authenticate': challenge } })
    }
    if (request.method !== 'POST') return new Response('', { status: 405 })
    const { id, method, params = {} } = JSON.parse(body)
    if (id === undefined) return new Response(null, { status: 202 })
    const answer = (result: unknown) => json({ jsonrpc: '2.0', id, result })
    switch (method) {
      case 'initialize':
        return answer({
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'guarded', version: '1' },
        })
      case 'tools/list':
        return answer({ tools: ['echo', 'admin'].map((name) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })) })
      case 'tools/call': {
        const granted = (scopes.get(token) ?? '').split(' ')
        const missing = script.adminScope.split(' ').filter((scope) => !granted.includes(scope))
        if (params.name === 'admin' && (missing.length > 0 || script.isNeverSatisfied))
          return new Response('', {
            status: 403,
            headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${script.adminScope}"` },
          })
        return answer({ content: [{ type: 'text', text: `${params.name} done` }] })
      }
      case 'ping':
        return answer({})
      default:
        return json({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })
    }
  }
  return {
    url: `${server.url}/mcp`,
    origin: server.url,
    get issuer() {
      return `${server.url}${script.issuerPath}`
    },
    script,
    seen,
    seenAt: (path) => seen.filter((one) => one.path === path),
    valid,
    secrets,
    expire: () => valid.clear(),
    browse: async (url) => {
      const response = await fetch(url, { redirect: 'manual' })
      return new URL(response.headers.get('location') ?? '')
    },
  }
}
