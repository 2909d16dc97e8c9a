import { parseIpAddress } from '../address/parse-ip-address.ts'
import { canonicalHost } from '../host/canonical-host.ts'
import { quote, type Refusal, refuse } from '../refusal.ts'
import { rawTextProblem } from './raw-text-problem.ts'

/** The fetch standard's list of bad ports (https://fetch.spec.whatwg.org/#bad-port). */
const fetchStandard = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]

/** Services that accept commands from any client and never speak HTTP to the public. */
const databasesAndDaemons = [445, 2375, 3306, 5432, 6379, 9200, 11211, 27017]

/** Ports that no URL may name. */
const blockedPorts: ReadonlySet<number> = new Set([...fetchStandard, ...databasesAndDaemons])

/** A URL whose text is sound. Its host has not been judged. */
export interface UrlTarget {
  readonly verdict: 'readable'
  readonly url: URL
  readonly scheme: 'http' | 'https'
  /** Canonical: no brackets, no trailing dot. */
  readonly hostname: string
  readonly port: number
  /** True if the host is an address rather than a name. */
  readonly literal: boolean
}

/** Reads a URL, or a `Location` value relative to `base`, as the WHATWG URL standard does, refusing doubtful text. */
export function readUrl(raw: string, base?: string): UrlTarget | Refusal {
  const problem = rawTextProblem(raw)
  if (problem !== undefined) return problem
  const url = URL.parse(raw, base)
  const hostname = url === null ? undefined : canonicalHost(url.hostname)
  if (url === null || hostname === undefined) {
    return refuse('invalid_url', `${quote(raw)} is not a URL. Give an absolute URL, such as https://host/path.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('scheme', `${quote(raw)} has the scheme "${url.protocol}". Only http: and https: are fetched.`)
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('user_info', 'The URL contains a user name or password before "@". Leave them out.')
  }
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = url.port === '' ? { http: 80, https: 443 }[scheme] : Number(url.port)
  if (blockedPorts.has(port)) {
    return refuse('port', `Port ${port} belongs to a service that is not HTTP and is never contacted.`)
  }
  return { verdict: 'readable', url, scheme, hostname, port, literal: parseIpAddress(hostname) !== undefined }
}
