import type { GuardedClient } from '@drawbridge/net'
import { createGuardedFetch } from '@drawbridge/net'
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { authorizeTransport } from '../login/authorize-transport.ts'
import type { ServerTokens } from '../login/tokens-of-server.ts'
import { reportLostAnswers } from './lost-answers.ts'
import { createSseTransport } from './sse-transport.ts'

export interface HttpTransportOptions {
  readonly url: string
  readonly kind: 'http' | 'sse'
  readonly headers: Readonly<Record<string, string>>
  /** The guarded client of this server. */
  readonly client: GuardedClient
  /** The tokens to send. Undefined for a server whose headers are fixed. */
  readonly tokens: ServerTokens | undefined
}

/** Streams stay open for as long as calls last; each call has time limits of its own. */
const streamLimits = {
  totalMs: Number.POSITIVE_INFINITY,
  idleMs: Number.POSITIVE_INFINITY,
  headersMs: 600_000,
  maxBodyBytes: 96 * 1024 * 1024,
}

/** Creates a transport whose requests all go through the guarded client. Redirects stay within the origin. */
export function createHttpTransport({ url, kind, headers, client, tokens }: HttpTransportOptions): Transport {
  const fetch = createGuardedFetch(client, { limits: streamLimits, keepAlive: true })
  const options = {
    ...(tokens === undefined ? { fetch } : authorizeTransport(fetch, tokens)),
    requestInit: { headers },
    onInsufficientScope: 'throw' as const,
  }
  const address = new URL(url)
  if (kind === 'sse') return createSseTransport({ address, options })
  return reportLostAnswers(new StreamableHTTPClientTransport(address, options))
}

/**
 * Returns the hosts inside the own network that the client of a server may contact: the server itself, if the operator wrote it as an
 * address or as this machine. A name may resolve to internal addresses only if `network.internal` says so.
 */
export function ownHosts(url: string): readonly string[] {
  const { hostname, port, protocol } = new URL(url)
  const isWritten = hostname === 'localhost' || hostname.endsWith('.localhost') || /^[\d.]+$|^\[/.test(hostname)
  return isWritten ? [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`] : []
}
