import type { RefusalRule } from '../refusal.ts'

/** The codes of failed requests: members of the product's closed list of codes. */
export type NetErrorCode =
  | 'blocked_address'
  | 'timeout'
  | 'aborted'
  | 'file_too_large'
  | 'invalid_call'
  | 'network_error'

/** The error code of each failure that does not refuse what was asked for. */
const codeOfReason = {
  connect_timeout: 'timeout',
  headers_timeout: 'timeout',
  idle_timeout: 'timeout',
  total_timeout: 'timeout',
  aborted: 'aborted',
  body_too_large: 'file_too_large',
  compression_ratio: 'file_too_large',
  invalid_method: 'invalid_call',
  invalid_header: 'invalid_call',
  no_address: 'network_error',
  too_many_redirects: 'network_error',
  resolve_failed: 'network_error',
  connection_failed: 'network_error',
  connection_lost: 'network_error',
  tls_failed: 'network_error',
  headers_too_large: 'network_error',
  protocol_error: 'network_error',
  truncated_body: 'network_error',
  unsupported_encoding: 'network_error',
  undecodable_body: 'network_error',
} as const satisfies Record<string, NetErrorCode>

/** The reason that a request failed: a refusal of its URL, host or address, or a fault on the way. */
export type NetErrorReason = RefusalRule | keyof typeof codeOfReason

const retryableReasons: ReadonlySet<NetErrorReason> = new Set<NetErrorReason>([
  'connect_timeout',
  'headers_timeout',
  'idle_timeout',
  'total_timeout',
  'no_address',
  'resolve_failed',
  'connection_failed',
  'connection_lost',
  'tls_failed',
  'protocol_error',
  'too_many_redirects',
  'truncated_body',
])

const marker = Symbol.for('drawbridge.net.NetError')

/** A failed request. Returned as a value by the client; thrown only out of a body that is being iterated. */
export class NetError extends Error {
  override readonly name = 'NetError'
  readonly code: NetErrorCode
  readonly reason: NetErrorReason
  /** True if the same request may succeed later. */
  readonly retryable: boolean
  readonly [marker] = true

  constructor(reason: NetErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.code = isFault(reason) ? codeOfReason[reason] : 'blocked_address'
    this.retryable = retryableReasons.has(reason)
  }

  static isInstance(value: unknown): value is NetError {
    return value instanceof Error && Object.hasOwn(value, marker)
  }
}

function isFault(reason: NetErrorReason): reason is keyof typeof codeOfReason {
  return Object.hasOwn(codeOfReason, reason)
}
