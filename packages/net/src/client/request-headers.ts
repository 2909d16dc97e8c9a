import { connectionHeaders } from './connection-headers.ts'
import { NetError } from './net-error.ts'

/** Headers that only the client sets, so that a caller cannot contradict the connection or smuggle a request. */
const reserved: ReadonlySet<string> = new Set([...connectionHeaders, 'content-length', 'host'])

/** Headers that may follow a redirect to another origin; any other header may be a credential. */
const portable: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  'user-agent',
])

/** Reads the caller's headers and adds the defaults. Throws {@link NetError} for one that is malformed or reserved. */
export function requestHeaders(given: Readonly<Record<string, string>>, userAgent: string): Headers {
  const headers = new Headers({ accept: '*/*', 'accept-encoding': 'gzip, deflate, br, zstd', 'user-agent': userAgent })
  for (const [name, value] of Object.entries(given)) {
    if (reserved.has(name.toLowerCase())) {
      throw new NetError('invalid_header', `The header "${name}" is set by the client. Leave it out.`)
    }
    try {
      headers.set(name, value)
    } catch (cause) {
      throw new NetError('invalid_header', `The header ${JSON.stringify(name)} is malformed.`, { cause })
    }
  }
  return headers
}

/** The headers that may be sent to another origin. */
export function portableHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => portable.has(name)))
}

/** The same headers without those that describe a body. */
export function bodylessHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !name.startsWith('content-')))
}
