import type { Target } from '../../target/target.ts'

/**
 * The result of matching a target against a rule. `maybe` if it is unknown before the call runs: enough for a denying
 * or asking rule to ask, never for an allowing one.
 */
export type Match = 'yes' | 'maybe' | 'no'

/** A rule's condition on targets. One rule is about one kind of target. */
export interface TargetCondition {
  readonly kind: 'path' | 'command' | 'host' | 'session' | 'agent'
  /** For allowing rules: checks the whole target, with everything below a recursive one, and without unknown parts. */
  covers(target: Target): boolean
  /** For rules that deny or ask: any part of the target. */
  touches(target: Target): Match
  /** Returns true if the condition contains the full name of this target, without a wildcard. */
  spells(target: Target): boolean
  /** True if it limits only the access, not the place. */
  readonly isGeneral?: boolean
  /** For a condition on paths: the folders or files that contain everything it matches. */
  readonly bases?: readonly string[]
  /** Returns the reason that the condition does not match a target that looks as if it should. */
  nearMiss?(target: Target): string | undefined
}

/** Returns true if an unknown target may be of a kind. */
export function mayBe(target: Target, kind: TargetCondition['kind']): boolean {
  return target.kind === 'dynamic' && (target.of === kind || target.of === 'any')
}
