import { netCheckLine } from '@drawbridge/net'

/** A row of `ssrf-cases.jsonl`. */
export interface SsrfCase {
  readonly url: string
  readonly expect: 'allow' | 'block'
  readonly why: string
  readonly dns?: readonly string[]
  /** Successive answers for the host, for rebinding. */
  readonly dnsSequence?: readonly (readonly string[])[]
  readonly dnsFor?: Readonly<Record<string, readonly string[]>>
  readonly redirects?: readonly string[]
  readonly redirectLoop?: boolean
  readonly mustDial?: string
  /** Either verdict counts. */
  readonly lenient?: boolean
  /** A server's response: for loopback tests, not for a verdict on the URL. */
  readonly response?: unknown
  readonly policy?: { readonly allowHosts?: readonly string[] }
}

/** The verdict of one judge on one case. */
export interface CaseVerdict {
  readonly verdict: 'allow' | 'block'
  readonly dial?: string | undefined
}

/** Returns true if the verdict is the expected one, including the dialled address. */
export function isRight(row: SsrfCase, { verdict, dial }: CaseVerdict): boolean {
  if (row.mustDial !== undefined && verdict === 'allow' && dial !== row.mustDial) return false
  return row.lenient === true || verdict === row.expect
}

/** Returns the first addresses of the URL's host. */
export function firstAnswers(row: SsrfCase): readonly string[] | undefined {
  return row.dnsSequence?.[0] ?? row.dns
}

/** Returns the `Location` values of the case; for an endless loop, more than any client follows. */
export function locations(row: SsrfCase): readonly string[] {
  return row.redirectLoop === true ? new Array<string>(25).fill(row.url) : (row.redirects ?? [])
}

/** The verdict of `drawbridge net check` on the case. */
export function judgeAsNetCheck(row: SsrfCase): CaseVerdict & { readonly reason: string } {
  const { url, dnsFor, policy } = row
  const line = { url, dns: firstAnswers(row), dnsFor, redirects: locations(row), allowHosts: policy?.allowHosts }
  const answer = netCheckLine(JSON.stringify(line))
  if ('error' in answer) throw new Error(`net check refuses to read ${row.why}: ${answer.error}`)
  return answer
}
