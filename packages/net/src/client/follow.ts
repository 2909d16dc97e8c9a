import type { IncomingMessage } from 'node:http'
import type { HostPolicy } from '../host/host-policy.ts'
import { maxRedirects } from '../judge/judge-chain.ts'
import { judgeUrl } from '../judge/judge-url.ts'
import type { Permission } from '../judge/judgement.ts'
import { quote } from '../refusal.ts'
import type { ClientLimits } from './client-limits.ts'
import { type Connection, connect } from './connect.ts'
import type { Dialer } from './dialer.ts'
import { exchange } from './exchange.ts'
import type { RedirectMode } from './guarded-request.ts'
import { type Hop, nextHop } from './hop.ts'
import { NetError } from './net-error.ts'
import { redirectLocation } from './redirect-location.ts'
import type { Resolver } from './resolver.ts'
import { within } from './within.ts'

/** What every hop of a request shares. */
export interface FollowOptions {
  readonly policy: HostPolicy
  readonly resolver: Resolver
  readonly dialer: Dialer
  readonly limits: ClientLimits
  readonly signal: AbortSignal
  readonly redirect: RedirectMode
}

/** The last hop of a request, its body not yet read. */
export interface Arrival extends Connection {
  readonly message: IncomingMessage
  readonly hop: Hop
  readonly url: URL
  readonly redirects: readonly string[]
}

/** Judges, dials and asks, hop by hop, until a response is no redirect. Throws {@link NetError}. */
export async function follow(raw: string, first: Hop, options: FollowOptions): Promise<Arrival> {
  const redirects: string[] = []
  let hop = first
  let location = raw
  let base: string | undefined
  for (;;) {
    options.signal.throwIfAborted()
    const permission = await vet(location, base, options)
    const { url } = permission.target
    const connection = await connect(permission, { ...options, connectMs: options.limits.connectMs })
    const message = await exchange(connection.socket, hop, { url, signal: options.signal, ...options.limits })
    const next = redirectLocation(message)
    if (next === undefined || isHandedOut(next, url, options)) return { ...connection, message, hop, url, redirects }
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

/** Judges the spelling before any name is resolved, so that a refused name is not even looked up; then its addresses. */
async function vet(
  raw: string,
  base: string | undefined,
  { policy, resolver, limits, signal }: FollowOptions,
): Promise<Permission> {
  const spelled = judgeUrl(raw, { policy, base })
  if (spelled.verdict === 'block') throw new NetError(spelled.rule, spelled.reason)
  if (spelled.target.literal) return spelled
  const { hostname } = spelled.target
  const addresses = await within(resolve(resolver, hostname), {
    signal,
    limitMs: limits.connectMs,
    onTimeout: () =>
      new NetError('connect_timeout', `${quote(hostname)} was not resolved within ${limits.connectMs} ms.`),
  })
  const judged = judgeUrl(raw, { policy, base, addresses })
  if (judged.verdict === 'block') throw new NetError(judged.rule, judged.reason)
  return judged
}

async function resolve(resolver: Resolver, hostname: string): Promise<readonly string[]> {
  try {
    return await resolver.resolve(hostname)
  } catch (cause) {
    throw new NetError('resolve_failed', `${quote(hostname)} could not be resolved.`, { cause })
  }
}
