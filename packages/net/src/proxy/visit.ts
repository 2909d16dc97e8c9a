import type { Socket } from 'node:net'
import type { Dialer } from '../client/dialer.ts'
import type { Resolver } from '../client/resolver.ts'
import type { HostPolicy } from '../host/host-policy.ts'
import type { UrlTarget } from '../url/read-url.ts'
import type { ProxyLimits } from './proxy-limits.ts'
import type { ProxyDecision } from './proxy-refusal.ts'
import type { ConnectionWatch } from './watch-connection.ts'

/** One client's connection. */
export interface Visit {
  readonly watch: ConnectionWatch
  /** Aborts when the client's connection closes. */
  readonly signal: AbortSignal
  /** Present once the client has opened a tunnel in which it speaks plain HTTP. */
  tunnel?: { readonly target: UrlTarget; readonly server: Socket }
}

/** Services shared by all connections of a proxy. */
export interface ProxyServices {
  readonly policy: HostPolicy
  readonly resolver: Resolver
  readonly dialer: Dialer
  readonly limits: ProxyLimits
  readonly advice: string
  readonly onDecision: (decision: ProxyDecision) => void
}
