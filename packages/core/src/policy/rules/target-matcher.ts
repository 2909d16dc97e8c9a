import type { Target } from '../../target/target.ts'

/**
 * Whether a target is what a rule means. `maybe` where nobody can know before the call runs: enough for a rule that denies or asks
 * to ask, never for one that allows.
 */
export type Match = 'yes' | 'maybe' | 'no'

/** A rule's condition on targets. One rule is about one kind of target. */
export interface TargetCondition {
  readonly kind: 'path' | 'command' | 'host' | 'session' | 'agent'
  /** For rules that allow: the whole target, with all that lies below a recursive one, and nothing unknown. */
  covers(target: Target): boolean
  /** For rules that deny or ask: any part of the target. */
  touches(target: Target): Match
  /** Whether the condition spells out the name of this very target, without a wildcard in it. */
  spells(target: Target): boolean
  /** It limits only the access, not the place. */
  readonly isGeneral?: boolean
  /** Of a condition on paths: folders or files below which everything lies that it means. */
  readonly bases?: readonly string[]
  /** Why a target that looks like what the condition means is not covered by it. */
  nearMiss?(target: Target): string | undefined
}

/** Whether an unknown target may be of a kind. */
export function mayBe(target: Target, kind: TargetCondition['kind']): boolean {
  return target.kind === 'dynamic' && (target.of === kind || target.of === 'any')
}
