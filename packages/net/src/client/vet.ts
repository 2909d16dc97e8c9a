import type { HostPolicy } from '../host/host-policy.ts'
import { judgeUrl } from '../judge/judge-url.ts'
import type { AllowedUrl } from '../judge/judgement.ts'
import { quote } from '../refusal.ts'
import { NetError } from './net-error.ts'
import type { Resolver } from './resolver.ts'
import { within } from './within.ts'

export interface VetOptions {
  readonly policy: HostPolicy
  readonly resolver: Resolver
  /** Time for the name to be resolved, in milliseconds. */
  readonly connectMs: number
  readonly signal: AbortSignal
  /** The base of a relative reference. */
  readonly base?: string | undefined
}

/**
 * Judges the spelling before any name is resolved, so that a refused name is not even looked up; then its addresses. Throws
 * {@link NetError} for what is refused.
 */
export async function vet(raw: string, { policy, resolver, connectMs, signal, base }: VetOptions): Promise<AllowedUrl> {
  const spelled = judgeUrl(raw, { policy, base })
  if (spelled.verdict === 'block') throw new NetError(spelled.rule, spelled.reason)
  if (spelled.target.literal) return spelled
  const { hostname } = spelled.target
  const addresses = await within(resolve(resolver, hostname), {
    signal,
    limitMs: connectMs,
    onTimeout: () => new NetError('connect_timeout', `${quote(hostname)} was not resolved within ${connectMs} ms.`),
  })
  const judged = judgeUrl(raw, { policy, base, addresses })
  if (judged.verdict === 'block') throw new NetError(judged.rule, judged.reason)
  return judged
}

async function resolve(resolver: Resolver, hostname: string): Promise<readonly string[]> {
  try {
    return await resolver.resolve(hostname)
  } catch (cause) {
    throw new NetError('resolve_failed', `${quote(hostname)} could not be resolved.`, { cause })
  }
}
