import { type Clock, systemClock } from '@drawbridge/core/base'
import {
  bearerAuthChallengeResponse,
  isJsonContentType,
  OAuthError,
  OAuthErrorCode,
  PARSE_ERROR,
  readRequestBody,
} from '@modelcontextprotocol/server'
import type { ServingOptions, ToolSession } from '../server/open-served-tools.ts'
import { longestMessage } from '../server/stdio/bound-messages.ts'
import { refusal } from './answers.ts'
import type { McpCaller } from './caller.ts'
import { type CallerEndpoint, type CallerLimits, createCallerEndpoint, defaultCallerLimits } from './caller-endpoint.ts'
import { type SourceRules, sourceProblem } from './check-source.ts'

/** The options of an MCP endpoint. */
export interface McpEndpointOptions extends ServingOptions {
  readonly source: SourceRules
  /** Default `/mcp`. */
  readonly path?: string
  /** The issuers of tokens for this server, for clients that look for one. Default: none; the operator hands tokens out. */
  readonly authorizationServers?: readonly string[]
  /** Returns the client to which a token belongs; undefined if it is unknown, revoked or expired. Called for each request. */
  authenticate(token: string): Promise<McpCaller | undefined>
  /** Opens the session for a client. Called for each MCP session, and once for all its requests without one. */
  openSession(caller: McpCaller): ToolSession | Promise<ToolSession>
  readonly limits?: Partial<CallerLimits>
}

/** MCP over HTTP for many clients, independent of who listens. */
export interface McpEndpoint {
  fetch(request: Request): Promise<Response>
  /** Ends everything that a client has open: its token was revoked, say. */
  end(callerId: string): Promise<void>
  close(): Promise<void>
}

const scope = 'mcp'

/**
 * Creates an MCP endpoint: revision 2026-07-28 request by request, earlier ones by sessions. Each client is known by its token and sees
 * nothing of any other. Where a request comes from is checked before its token, and its token before its body.
 */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { source, path = '/mcp', authenticate, openSession, clock = systemClock } = options
  const { onError = () => undefined } = options
  const limits = { ...defaultCallerLimits, ...options.limits }
  const callers = new Map<string, OpenCaller>()
  const arriving = new Set<Arrival>()
  const metadataPath = `/.well-known/oauth-protected-resource${path}`

  function endpointOf(caller: McpCaller): CallerEndpoint {
    const known = callers.get(caller.id)
    if (known !== undefined && isFor(caller, known.caller)) {
      known.prolong(caller.expiresAt)
      return known.endpoint
    }
    // Its tokens say by now that it acts for somebody else, who goes on with nothing of the one before.
    if (known !== undefined) void end(caller.id).catch(onError)
    const finish = () => {
      if (callers.get(caller.id) === opened) void end(caller.id).catch(onError)
    }
    const endpoint = createCallerEndpoint({
      serving: caller.elicitation === false ? { ...options, elicitation: false } : options,
      limits,
      clock,
      openSession: () => openSession(caller),
      onIdle: finish,
    })
    const opened: OpenCaller = { caller, endpoint, ...startExpiry(clock, caller.expiresAt, finish) }
    callers.set(caller.id, opened)
    return endpoint
  }

  async function end(id: string): Promise<void> {
    const caller = callers.get(id)
    callers.delete(id)
    caller?.[Symbol.dispose]()
    await caller?.endpoint.close()
  }

  function metadata(origin: string): Response {
    return Response.json({
      resource: `${origin}${path}`,
      ...(options.authorizationServers === undefined ? {} : { authorization_servers: options.authorizationServers }),
      bearer_methods_supported: ['header'],
      scopes_supported: [scope],
      resource_name: options.name,
    })
  }

  return {
    fetch: async (request) => {
      const url = new URL(request.url)
      const problem = sourceProblem(request.headers, source)
      if (problem !== undefined) return refusal(403, problem)
      if (!source.hosts.includes(url.host.toLowerCase())) return refusal(403, 'The request names two hosts.')
      if (url.pathname === metadataPath && request.method === 'GET') return metadata(url.origin)
      if (url.pathname !== path) return refusal(404, `There is nothing at this path. The server is at ${path}.`)
      const caller = await callerOf(request, authenticate)
      if (caller === undefined) return challenge(request, url.origin)
      const arrival: Arrival = { id: caller.id, isRevoked: false }
      arriving.add(arrival)
      const isInTime = () => clock.now() < (caller.expiresAt ?? Infinity)
      const cameInTime = isInTime()
      const read = await readBody(request).finally(() => arriving.delete(arrival))
      if (read instanceof Response) return read
      // A body may take its time, and the token may end meanwhile.
      if (arrival.isRevoked || (cameInTime && !isInTime())) return challenge(request, url.origin)
      return endpointOf(caller).fetch(withoutCredentials(request), read.body)
    },
    end: (id) => {
      for (const arrival of arriving) if (arrival.id === id) arrival.isRevoked = true
      return end(id)
    },
    close: async () => {
      await Promise.all([...callers.keys()].map(end))
    },
  }

  function challenge(request: Request, origin: string): Response {
    return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InvalidToken, whyRefused(request)), {
      requiredScopes: [scope],
      resourceMetadataUrl: `${origin}${metadataPath}`,
    })
  }
}

/** A request whose sender is known and whose body is still read. */
interface Arrival {
  readonly id: string
  isRevoked: boolean
}

interface OpenCaller extends Expiry {
  readonly caller: McpCaller
  readonly endpoint: CallerEndpoint
}

/** The end of what a client has open: when the last of the tokens that it showed expires. */
interface Expiry extends Disposable {
  /** Moves the end if this token expires later. @param at Milliseconds since the Unix epoch. Undefined: never. */
  prolong(at: number | undefined): void
}

/** True if two tokens of one client let it act for the same user and agent, in the same way. */
function isFor(left: McpCaller, right: McpCaller): boolean {
  const { user, agent, client, elicitation } = left
  return user === right.user && agent === right.agent && client === right.client && elicitation === right.elicitation
}

const bearer = /^bearer +([\w~+/.-]+=*) *$/i

/** A token counts in the header alone: addresses end up in logs and histories. */
async function callerOf(
  request: Request,
  authenticate: McpEndpointOptions['authenticate'],
): Promise<McpCaller | undefined> {
  const token = bearer.exec(request.headers.get('authorization') ?? '')?.[1]
  return token === undefined ? undefined : authenticate(token)
}

function whyRefused(request: Request): string {
  return request.headers.has('authorization')
    ? 'The token is unknown, revoked or expired. Get one with: drawbridge mcp token create'
    : 'Send a token in the header Authorization, as "Bearer TOKEN". Get one with: drawbridge mcp token create'
}

async function readBody(request: Request): Promise<{ readonly body: unknown } | Response> {
  if (request.method !== 'POST') return { body: undefined }
  if (!isJsonContentType(request.headers.get('content-type')))
    return refusal(415, 'The header Content-Type must be application/json.')
  const read = await readRequestBody(request, longestMessage)
  if (read.tooLarge) return refusal(413, `The message is longer than ${longestMessage} bytes. Send less at once.`)
  try {
    return { body: JSON.parse(read.text) as unknown }
  } catch {
    return refusal(400, 'The message is not JSON.', PARSE_ERROR)
  }
}

/** The credentials of a client go no further than this. */
function withoutCredentials({ url, method, headers, signal }: Request): Request {
  const kept = new Headers(headers)
  for (const name of ['authorization', 'cookie', 'content-length', 'proxy-authorization']) kept.delete(name)
  return new Request(url, { method, headers: kept, signal })
}

/** The longest time that a timer takes, in milliseconds. */
const longestTimer = 2 ** 31 - 1

function startExpiry(clock: Clock, expiresAt: number | undefined, finish: () => void): Expiry {
  let end = expiresAt ?? Infinity
  let timer = start()
  return {
    prolong: (at = Infinity) => {
      if (at <= end) return
      end = at
      timer?.[Symbol.dispose]()
      timer = start()
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  }
  function start(): Disposable | undefined {
    if (end === Infinity) return undefined
    const left = end - clock.now()
    return clock.after(Math.max(0, Math.min(left, longestTimer)), () => {
      if (left <= longestTimer) finish()
      else timer = start()
    })
  }
}
