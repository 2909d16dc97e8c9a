import { quote } from '../refusal.ts'
import type { UrlTarget } from '../url/read-url.ts'
import { readUrl } from '../url/read-url.ts'
import { type ProxyRefusal, refuseProxy } from './proxy-refusal.ts'

/** A request head as Node's strict parser hands it out. */
export interface RequestHead {
  readonly httpVersion: string
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[]
}

/**
 * Returns the first problem in a head that Node's parser accepts. Node itself refuses bare line feeds, folded lines,
 * blanks before a colon, control characters, and lengths that are repeated, signed or combined with chunks.
 */
export function headProblem(head: RequestHead, kind: 'tunnel' | 'forward'): ProxyRefusal | undefined {
  if (head.httpVersion !== '1.1' && head.httpVersion !== '1.0') {
    return refuseProxy('malformed_request', 'The proxy speaks HTTP/1.1.')
  }
  for (const name of ['host', 'content-length', 'transfer-encoding']) {
    if (valuesOf(head, name).length > 1)
      return refuseProxy('malformed_request', `There is more than one ${name} header.`)
  }
  const [coding] = valuesOf(head, 'transfer-encoding')
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || head.httpVersion === '1.0')) {
    return refuseProxy('malformed_request', 'The only transfer encoding allowed is "chunked", and only in HTTP/1.1.')
  }
  const hasBody = coding !== undefined || valuesOf(head, 'content-length').some((length) => length !== '0')
  return kind === 'tunnel' && hasBody ? refuseProxy('malformed_request', 'A CONNECT request has no body.') : undefined
}

/**
 * Returns a problem if the `Host` header does not name the target of the request, so that a server cannot understand
 * another host.
 */
export function hostHeaderProblem(head: RequestHead, target: UrlTarget): ProxyRefusal | undefined {
  const [host] = valuesOf(head, 'host')
  if (host === undefined) {
    return head.httpVersion === '1.0' ? undefined : refuseProxy('host_header', 'The request has no Host header.')
  }
  const named = /[/?#@\\]/.test(host) ? undefined : readUrl(`http://${host}/`)
  if (named?.verdict === 'readable' && named.hostname === target.hostname && named.port === target.port)
    return undefined
  return refuseProxy(
    'host_header',
    `The Host header does not name ${quote(target.url.host)}, the host that the request is for.`,
  )
}

/** The values of a header, as often as it was sent. */
export function valuesOf({ rawHeaders }: Pick<RequestHead, 'rawHeaders'>, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}
