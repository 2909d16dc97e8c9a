import type { RefusalRule } from '../refusal.ts'

/**
 * The reason that the proxy refuses: the judgement of the host, or an error in the client's request. Stable: callers and logs match
 * on these.
 */
export type ProxyRule =
  | RefusalRule
  | 'malformed_request'
  | 'host_header'
  | 'server_name'
  | 'encrypted_hello'
  | 'early_data'
  | 'unknown_protocol'

/** A refusal: the rule for programs, the reason for people. */
export interface ProxyRefusal {
  readonly verdict: 'block'
  readonly rule: ProxyRule
  /** Holds neither credentials nor more of a URL than its host and port. */
  readonly reason: string
}

/** One grant or violation. A connection that was granted may be refused later, when it turns out to mean another host. */
export type ProxyDecision = { readonly host: string; readonly port: number } & (
  | { readonly verdict: 'allow'; readonly reason: string }
  | ProxyRefusal
)

/** Builds a refusal. */
export function refuseProxy(rule: ProxyRule, reason: string): ProxyRefusal {
  return { verdict: 'block', rule, reason }
}
