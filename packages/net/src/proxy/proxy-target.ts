import { quote } from '../refusal.ts'
import { type ProxyRefusal, refuseProxy } from './proxy-refusal.ts'

/** The target of a request. Its host is not judged yet. */
export interface ProxyTarget {
  readonly verdict: 'readable'
  /** Only the authority, as a URL: the rest may be secret and decides nothing. */
  readonly url: string
  /** Path and query as they were written; empty for a tunnel. */
  readonly path: string
}

const hostAndPort = /^(?:\[[^\]/?#\\]*\]|[^:/?#\\[\]]+):\d{1,5}$/
const absoluteForm = /^http:\/\/([^/?#\\]+)([/?][^#\\]*)?$/i
const originForm = /^\/[^#\\]*$/

/** Reads the target of a `CONNECT`: a host with its port (RFC 9112, 3.2.3). */
export function tunnelTarget(text: string): ProxyTarget | ProxyRefusal {
  if (text.includes('@')) return userInfo()
  if (!hostAndPort.test(text)) {
    return refuseProxy('malformed_request', 'CONNECT takes a host and a port, such as "example.com:443".')
  }
  return { verdict: 'readable', url: `http://${text}/`, path: '' }
}

/** Reads the target of any other request, a whole URL (RFC 9112, 3.2.2). */
export function forwardTarget(text: string): ProxyTarget | ProxyRefusal {
  if (/^https:/i.test(text)) return refuseProxy('scheme', 'Use CONNECT for https, not a URL.')
  const [, authority, rest = '/'] = absoluteForm.exec(text) ?? []
  if (authority === undefined) {
    return refuseProxy('malformed_request', 'A proxy takes a full URL, such as "http://example.com/path".')
  }
  if (authority.includes('@')) return userInfo()
  return { verdict: 'readable', url: `http://${authority}/`, path: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Reads the target of a request inside a tunnel that carries plain HTTP. */
export function tunnelledTarget(text: string, url: string): ProxyTarget | ProxyRefusal {
  if (!originForm.test(text)) {
    return refuseProxy('malformed_request', `A request to ${quote(URL.parse(url)?.host ?? '')} takes a path.`)
  }
  return { verdict: 'readable', url, path: text }
}

/** Does not repeat the URL: the part before the "@" may be a password. */
function userInfo(): ProxyRefusal {
  return refuseProxy('user_info', 'The target contains a user name or password before "@". Leave them out.')
}
