import { fail, type OutcomeCode } from '@drawbridge/core'
import type { NetError, NetErrorReason } from '@drawbridge/net'

/** Advice for the model about a fault; refusals contain their own. */
const advice: Partial<Record<NetErrorReason, string>> = {
  connect_timeout: 'The host may be down. Try again later or use another source.',
  headers_timeout: 'The server is too slow. Try again later or use another source.',
  idle_timeout: 'The server stopped in the middle. Try again later or use another source.',
  total_timeout: 'The server is too slow. Try again later or use another source.',
  body_too_large: 'Look for a smaller page, or for a part of it.',
  compression_ratio: 'The body is designed to exhaust its readers. Use another source.',
  resolve_failed: 'Check the spelling of the host, or try again later.',
  connection_failed: 'Nothing answers there. Check host and port, or use another source.',
  connection_lost: 'The connection broke before an answer. Try again, or use another source.',
  tls_failed: 'Its certificate is not valid for the host. Use another source.',
  no_address: 'Check the spelling of the host.',
  special_address:
    'Addresses of internal networks are not fetched. The operator can allow the host in network.internal.',
  headers_too_large: 'Use another source.',
  protocol_error: 'It is not a web server, or a broken one. Use another source.',
  truncated_body: 'Try again, or use another source.',
  unsupported_encoding: 'Use another source.',
  undecodable_body: 'Use another source.',
}

/** Describes a failed request: what happened, and what to do. */
export function describeNetError(error: NetError): string {
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  const next = advice[error.reason]
  return next === undefined ? sentence : `${sentence} ${next}`
}

/** Ends the call with the error as its outcome. */
export function failWithNetError(what: string, error: NetError): never {
  const code: OutcomeCode = error.code
  return fail(code, `${what} was not fetched: ${describeNetError(error)}`, { retryable: error.retryable })
}
