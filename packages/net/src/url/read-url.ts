import { parseIpAddress } from '../address/parse-ip-address.ts'
import { canonicalHost } from '../host/canonical-host.ts'
import { quote, type Refusal, refuse } from '../refusal.ts'
import { blockedPorts } from './blocked-ports.ts'
import { rawTextProblem } from './raw-text-problem.ts'

/** A URL whose text is sound. Its host has not been judged. */
export interface UrlTarget {
  readonly verdict: 'readable'
  readonly url: URL
  readonly scheme: 'http' | 'https'
  /** Canonical: no brackets, no trailing dot. */
  readonly hostname: string
  readonly port: number
  /** Whether the host is an address rather than a name. */
  readonly literal: boolean
}

/** Reads a URL, or a `Location` value relative to `base`, as the WHATWG URL standard does, refusing doubtful text. */
export function readUrl(raw: string, base?: string): UrlTarget | Refusal {
  const problem = rawTextProblem(raw)
  if (problem !== undefined) return problem
  const url = URL.parse(raw, base)
  const hostname = url === null ? undefined : canonicalHost(url.hostname)
  if (url === null || hostname === undefined) {
    return refuse('invalid_url', `${quote(raw)} is not a URL. Give an absolute one, as https://host/path.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('scheme', `${quote(raw)} has the scheme "${url.protocol}". Only http: and https: are fetched.`)
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('user_info', 'The URL holds a user name or password before "@". Leave them out.')
  }
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = url.port === '' ? { http: 80, https: 443 }[scheme] : Number(url.port)
  if (blockedPorts.has(port)) {
    return refuse('port', `Port ${port} belongs to a service that is not HTTP and is never contacted.`)
  }
  return { verdict: 'readable', url, scheme, hostname, port, literal: parseIpAddress(hostname) !== undefined }
}
