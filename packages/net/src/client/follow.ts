import type { IncomingMessage } from 'node:http'
import type { HostPolicy } from '../host/host-policy.ts'
import { maxRedirects } from '../judge/judge-chain.ts'
import { judgeUrl } from '../judge/judge-url.ts'
import { quote } from '../refusal.ts'
import type { ClientLimits } from './client-limits.ts'
import { connect, type DialledConnection } from './connect.ts'
import type { Dialer } from './dialer.ts'
import { exchange } from './exchange.ts'
import type { RedirectMode } from './guarded-request.ts'
import { type Hop, nextHop } from './hop.ts'
import type { KeptConnections } from './kept-connections.ts'
import { NetError } from './net-error.ts'
import type { Resolver } from './resolver.ts'
import { vet } from './vet.ts'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The options that all hops of a request share. */
export interface FollowOptions {
  readonly policy: HostPolicy
  readonly resolver: Resolver
  readonly dialer: Dialer
  readonly limits: ClientLimits
  readonly signal: AbortSignal
  readonly redirect: RedirectMode
  /** Undefined for a request with a connection of its own. */
  readonly kept: KeptConnections | undefined
}

/** The last hop of a request, its body not yet read. */
export interface Arrival extends DialledConnection {
  readonly message: IncomingMessage
  readonly hop: Hop
  readonly url: URL
  readonly redirects: readonly string[]
}

/** Judges, dials and requests, hop by hop, until a response is not a redirect. Throws {@link NetError}. */
export async function follow(raw: string, first: Hop, options: FollowOptions): Promise<Arrival> {
  const redirects: string[] = []
  let hop = first
  let location = raw
  let base: string | undefined
  for (;;) {
    options.signal.throwIfAborted()
    const { connectMs } = options.limits
    const permission = await vet(location, { ...options, connectMs, base })
    const { url } = permission.target
    const { kept, signal } = options
    const connection = kept?.take(permission, hop.headers) ?? (await connect(permission, { ...options, connectMs }))
    const message = await exchange(connection.socket, hop, {
      url,
      signal,
      keepAlive: kept !== undefined,
      ...options.limits,
    })
    const next = redirectLocation(message)
    if (next === undefined || isHandedOut(next, url, options)) {
      kept?.keepAfter(message, connection, permission, hop.headers)
      return { ...connection, message, hop, url, redirects }
    }
    message.destroy()
    connection.socket.destroy()
    redirects.push(url.href)
    if (redirects.length > maxRedirects) {
      throw new NetError('too_many_redirects', `${quote(raw)} redirects more than ${maxRedirects} times.`)
    }
    hop = nextHop(hop, { status: message.statusCode ?? 0, from: url, to: URL.parse(next, url.href) ?? url })
    location = next
    base = url.href
  }
}

/** A redirect that the caller does not want to follow; one that is refused anyway is not asked about and fails. */
function isHandedOut(location: string, from: URL, { redirect, policy }: FollowOptions): boolean {
  if (typeof redirect === 'string') return redirect === 'manual'
  const judged = judgeUrl(location, { policy, base: from.href })
  return judged.verdict === 'allow' && !redirect(judged.target.url)
}

/** The `Location` of a redirect response, read as UTF-8 when its bytes are; undefined for any other response. */
function redirectLocation({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  const { location } = headers
  if (location === undefined || !redirectStatuses.has(statusCode)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(location, 'latin1'))
  } catch {
    return location
  }
}
