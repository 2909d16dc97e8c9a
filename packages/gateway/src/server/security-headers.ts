import { randomBytes } from 'node:crypto'

const always = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
}

/** Returns the headers of an answer of the API. */
export function apiHeaders(isSecure: boolean): Record<string, string> {
  return {
    ...always,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...(isSecure ? transportHeaders : {}),
  }
}

/** Only for browsers that came over TLS: on plain HTTP it counts for nothing. */
const transportHeaders = { 'strict-transport-security': 'max-age=31536000' }

/** Returns the headers of a page, and the nonce that its styles need. */
export function pageHeaders(isSecure: boolean): { readonly headers: Record<string, string>; readonly nonce: string } {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return {
    nonce,
    headers: {
      ...always,
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'origin-agent-cluster': '?1',
      'permissions-policy':
        'accelerometer=(), camera=(), clipboard-read=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
      ...(isSecure ? transportHeaders : {}),
    },
  }
}
