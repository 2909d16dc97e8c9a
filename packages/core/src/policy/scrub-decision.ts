import type { Scrubber } from '../scrub/index.ts'
import type { Target } from '../target/target.ts'
import type { Decision } from './decision.ts'

/** A decision without the secrets that it quotes. About a call without targets, and but for a hook's and one that quotes values, it is our own words alone. */
export function scrubDecision(
  decision: Decision,
  targets: readonly Target[],
  { scrubValue }: Pick<Scrubber, 'scrubValue'>,
): Decision {
  const isOwn = targets.length === 0 && decision.source !== 'hook' && decision.flow === undefined
  return isOwn ? decision : scrubValue(decision).value
}
