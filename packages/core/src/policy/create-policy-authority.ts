import type { PathDenials } from '../target/path-denials.ts'
import type { PathAccess, PathTarget } from '../target/target.ts'
import { risks } from '../tool/permission.ts'
import type { Authority, CallFacts, EarlyFacts } from './authority.ts'
import type { Ceiling } from './ceiling.ts'
import type { CompiledPolicy } from './compile/compiled-policy.ts'
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

/**
 * Collects the paths that rules deny to a call, for code that reads the disk: with the same matchers as the decision.
 * Undefined if there are none. A rule without a place is left out: it is about the call's declaration, which the
 * decision covers.
 * @param rules The rules that concern the tool.
 */
function collectDenials(rules: readonly CompiledRule[], facts: EarlyFacts): PathDenials | undefined {
  const known = facts.risk === undefined ? risks.map((risk) => ({ ...facts, risk })) : [{ ...facts, risk: facts.risk }]
  const denying = rules.flatMap(({ verdict, target, holds, id, source, reason }) => {
    const isPlace = verdict === 'deny' && target?.kind === 'path' && target.isGeneral !== true
    if (!isPlace || (holds !== undefined && !known.some(holds))) return []
    return [{ target, denial: { rule: id, source, ...(reason === undefined ? {} : { reason }) } }]
  })
  if (denying.length === 0) return undefined
  return {
    key: denying.map(({ target }) => numberOf(target)).join(','),
    bases: [...new Set(denying.flatMap(({ target }) => target.bases ?? []))],
    find: (real, ...accesses) =>
      denying.find(({ target }) => accesses.some((access) => target.touches(placeAt(real, access, false)) === 'yes'))
        ?.denial,
    mayLieBelow: (folder, ...accesses) =>
      denying.some(({ target }) => accesses.some((access) => target.touches(placeAt(folder, access, true)) !== 'no')),
  }
}

function placeAt(real: string, access: PathAccess, recursive: boolean): PathTarget {
  return { kind: 'path', declared: real, real, access, recursive, zone: 'workspace', sensitive: false }
}

const numbers = new WeakMap<object, number>()
let last = 0

/** A matcher is known by the order in which it came: two rules that read alike may have different settings. */
function numberOf(matcher: object): number {
  const number = numbers.get(matcher)
  if (number !== undefined) return number
  last += 1
  numbers.set(matcher, last)
  return last
}
