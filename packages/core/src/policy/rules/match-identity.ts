import { compileTextPattern } from '../text-pattern.ts'
import { mayBe, type TargetCondition } from './target-matcher.ts'

/** Matches sessions or agents that a call acts on, by id. */
export function matchIdentity(kind: 'session' | 'agent', patterns: readonly string[]): TargetCondition {
  const matchers = patterns.map(compileTextPattern)
  return {
    kind,
    covers: (target) => target.kind === kind && matchers.some((matches) => matches(target.id)),
    touches: (target) => {
      if (target.kind !== kind) return mayBe(target, kind) ? 'maybe' : 'no'
      return matchers.some((matches) => matches(target.id)) ? 'yes' : 'no'
    },
    spells: () => false,
  }
}
