import type { Socket } from 'node:net'
import { connect } from '../client/connect.ts'
import { vet } from '../client/vet.ts'
import { readUrl, type UrlTarget } from '../url/read-url.ts'
import type { ProxyTarget } from './proxy-target.ts'
import type { ProxyServices, Visit } from './visit.ts'

/** A connection to a host that was granted. */
export interface OpenServer {
  readonly target: UrlTarget
  readonly socket: Socket
}

/**
 * Judges the host of a target, tells of the grant, and connects to a vetted address. The connection closes with the client's. Throws
 * `NetError`.
 */
export async function openServer(
  { url }: ProxyTarget,
  { signal }: Visit,
  { policy, resolver, dialer, limits, onDecision }: ProxyServices,
): Promise<OpenServer> {
  const { connectMs } = limits
  const permission = await vet(url, { policy, resolver, connectMs, signal })
  const { target, reason } = permission
  onDecision({ host: target.hostname, port: target.port, verdict: 'allow', reason })
  const { socket } = await connect(permission, { dialer, connectMs, signal })
  const close = (): void => void socket.destroySoon()
  signal.addEventListener('abort', close, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', close))
  if (signal.aborted) close()
  return { target, socket }
}

/** The host and port that a target names, as far as they can be read, for the report of a refusal. */
export function namedHost({ url }: Pick<ProxyTarget, 'url'>): { readonly host: string; readonly port: number } {
  const read = readUrl(url)
  if (read.verdict === 'readable') return { host: read.hostname, port: read.port }
  const parsed = URL.parse(url)
  return { host: parsed?.hostname ?? '', port: Number(parsed?.port) }
}
