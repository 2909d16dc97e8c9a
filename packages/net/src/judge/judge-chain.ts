import type { HostPolicy } from '../host/host-policy.ts'
import { quote, type Refusal, refuse } from '../refusal.ts'
import { judgeUrl } from './judge-url.ts'
import type { AllowedUrl } from './judgement.ts'

/** Redirects followed for one request. */
export const maxRedirects = 5

/** The options of `judgeChain`. */
export interface ChainOptions {
  readonly policy: HostPolicy
  /** Successive `Location` values, each relative to the URL before it. */
  readonly locations: readonly string[]
  /** Returns the addresses of a canonical host; undefined if they are unknown. */
  readonly addressesOf: (hostname: string) => readonly string[] | undefined
}

/** The verdict over a whole chain: allowed only if every hop is. `hops` begins with the first URL. */
export type ChainJudgement =
  | { readonly verdict: 'allow'; readonly reason: string; readonly hops: readonly AllowedUrl[] }
  | Refusal

/** Judges a URL and every redirect after it, the last of which must be within {@link maxRedirects}. */
export function judgeChain(raw: string, { policy, locations, addressesOf }: ChainOptions): ChainJudgement {
  const hops: AllowedUrl[] = []
  for (const [index, location] of [raw, ...locations].entries()) {
    if (index > maxRedirects) {
      return refuse(
        'too_many_redirects',
        `Redirect ${index} to ${quote(location)} is beyond the limit of ${maxRedirects}.`,
      )
    }
    const judgement = judgeHop(location, hops.at(-1)?.target.url.href, policy, addressesOf)
    if (judgement.verdict === 'block') {
      return index === 0 ? judgement : refuse(judgement.rule, `Redirect ${index}: ${judgement.reason}`)
    }
    hops.push(judgement)
  }
  return { verdict: 'allow', reason: hops.at(-1)?.reason ?? '', hops }
}

function judgeHop(
  raw: string,
  base: string | undefined,
  policy: HostPolicy,
  addressesOf: ChainOptions['addressesOf'],
): ReturnType<typeof judgeUrl> {
  const spelled = judgeUrl(raw, { policy, base })
  if (spelled.verdict === 'block' || spelled.target.literal) return spelled
  return judgeUrl(raw, { policy, base, addresses: addressesOf(spelled.target.hostname) })
}
