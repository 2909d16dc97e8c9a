import type { Authority, CallFacts, EarlyFacts } from './authority.ts'
import type { Ceiling } from './ceiling.ts'
import type { CompiledPolicy } from './compile/compiled-policy.ts'
import { collectDenials } from './rules/collect-denials.ts'
import type { CompiledRule } from './rules/compiled-rule.ts'
import { decideCall } from './rules/decide-call.ts'
import type { RuleSettings } from './rules/rule-settings.ts'
import type { Mode } from './section/permissions-section.ts'

/** A run's additions to its policy. */
export interface RunAuthority {
  /** Default: the policy's. */
  readonly mode?: Mode | undefined
  /** The ceilings of the session and of every parent. */
  readonly ceilings?: readonly Ceiling[] | undefined
}

/** The authority of a policy. Which rules concern a tool is worked out once for each tool and agent. */
export function createPolicyAuthority(policy: CompiledPolicy, { mode, ceilings = [] }: RunAuthority = {}): Authority {
  const settings: RuleSettings =
    mode === undefined ? policy.settings : { ...policy.settings, mode: { name: mode, source: 'the run' } }
  const known = new Map<string, KnownTool>()

  return {
    decide: (facts) => decideCall(facts, { rules: rulesFor(facts), settings, ceilings }),
    denials: (facts) => {
      const identity = { name: facts.tool, groups: facts.groups, tags: facts.tags }
      const inherited = ceilings.flatMap((ceiling) => ceiling.rules.filter((rule) => rule.concerns(identity)))
      return collectDenials([...rulesFor(facts), ...inherited], facts)
    },
  }

  function rulesFor(facts: EarlyFacts): readonly CompiledRule[] {
    const { tool: name, groups, tags, principal } = facts
    const { agent = '' } = principal
    const key = `${agent}\n${name}`
    const before = known.get(key)
    if (before !== undefined && before.groups === groups && before.tags === tags) return before.rules
    const rules = policy.rules.filter(
      (rule) => (rule.agent === undefined || rule.agent === agent) && rule.concerns({ name, groups, tags }),
    )
    known.set(key, { groups, tags, rules })
    return rules
  }
}

interface KnownTool {
  readonly groups: CallFacts['groups']
  readonly tags: CallFacts['tags']
  readonly rules: readonly CompiledRule[]
}
