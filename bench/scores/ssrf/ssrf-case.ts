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
  /** What a server answers: for loopback tests, not for a verdict on the URL. */
  readonly response?: unknown
  readonly policy?: { readonly allowHosts?: readonly string[] }
}

/** How one judge answered one case. */
export interface CaseVerdict {
  readonly verdict: 'allow' | 'block'
  readonly dial?: string | undefined
}

/** Whether the verdict is the expected one, dialling included. */
export function isRight(row: SsrfCase, { verdict, dial }: CaseVerdict): boolean {
  if (row.mustDial !== undefined && verdict === 'allow' && dial !== row.mustDial) return false
  return row.lenient === true || verdict === row.expect
}

/** What the host of the URL answers when it is asked first. */
export function firstAnswers(row: SsrfCase): readonly string[] | undefined {
  return row.dnsSequence?.[0] ?? row.dns
}

/** The `Location` values of the case; an endless loop is as many as nobody follows. */
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
