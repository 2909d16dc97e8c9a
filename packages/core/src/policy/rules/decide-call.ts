import type { CallFacts } from '../authority.ts'
import type { Ceiling } from '../ceiling.ts'
import type { Decision, Verdict } from '../decision.ts'
import type { Mode } from '../section/permissions-section.ts'
import { type CallPart, changesNothing, partsOf } from './call-part.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { passage } from './effect-guards.ts'
import { type Finding, judgePart, restriction } from './judge-part.ts'
import type { RuleSettings } from './rule-settings.ts'

/** What a decision is made of, beside the call: the rules that concern its tool, the settings, and the ceilings of the run. */
export interface RuleBook {
  readonly rules: readonly CompiledRule[]
  readonly settings: RuleSettings
  readonly ceilings: readonly Ceiling[]
}

/** The verdict on one call. Pure. Order of rules, targets and ceilings never matters for the verdict. */
export function decideCall(facts: CallFacts, { rules, settings, ceilings }: RuleBook): Decision {
  const parts = partsOf(facts)
  const rulesOfCall = rules.filter(({ holds }) => holds === undefined || holds(facts))
  const own = parts.flatMap((part) => judgePart(part, facts, rulesOfCall, settings))
  const decided = own.some(({ verdict }) => verdict !== 'none') ? own : [...own, pass(facts)]
  const { mode } = settings
  const bypassed =
    mode.name === 'bypass' && strictest(decided) === 'ask' ? decided.map((found) => bypass(found, mode)) : decided
  const limited = [
    ...bypassed,
    ...modeLimit(mode.name, mode.source, facts),
    ...ceilings.flatMap((ceiling) => limitsOf(ceiling, facts, parts)),
  ]
  const decision = conclude(limited)
  const asksNobody = [{ mode: mode.name, source: mode.source }, ...ceilings].find(
    (limit) => limit.mode === 'non-interactive',
  )
  return asksNobody === undefined || decision.verdict !== 'ask' ? decision : refuse(decision, asksNobody.source)
}

function strictest(findings: readonly Finding[]): Verdict {
  if (findings.some(({ verdict }) => verdict === 'deny')) return 'deny'
  return findings.some(({ verdict }) => verdict === 'ask') ? 'ask' : 'allow'
}

/** How many reasons a person is shown at once. */
const maxReasons = 3

function conclude(findings: readonly Finding[]): Decision {
  const verdict = strictest(findings)
  const deciding = findings.filter((found) => found.verdict === verdict)
  const [first = { rule: 'default.none', source: 'built-in', because: 'No rule knows this call.' }] = deciding
  const reasons = [...new Set(deciding.map(({ because }) => because))]
  const denialCode = deciding.find((found) => found.denialCode !== undefined)?.denialCode
  return {
    verdict,
    rule: first.rule,
    source: first.source,
    reason: reasons.slice(0, maxReasons).join(' '),
    steps: findings.map(({ rule, verdict: found, source, because }) => ({
      step: rule,
      verdict: found,
      source,
      because,
    })),
    ...(denialCode === undefined ? {} : { denialCode }),
  }
}

function pass(facts: CallFacts): Finding {
  return { verdict: 'allow', source: 'built-in', ...passage(facts) }
}

/** The operator's word given in advance for whatever would be asked. Denials stay. */
function bypass(found: Finding, { source }: RuleSettings['mode']): Finding {
  if (found.verdict !== 'ask') return found
  return { verdict: 'allow', rule: 'mode.bypass', source, because: `${found.because} The mode "bypass" asks nobody.` }
}

function modeLimit(mode: Mode, source: string, facts: CallFacts): readonly Finding[] {
  if (mode !== 'plan' || changesNothing(facts)) return []
  return [
    {
      verdict: 'deny',
      rule: 'mode.plan',
      source,
      because: 'In the mode "plan" nothing is changed; only what is known to read runs.',
    },
  ]
}

function limitsOf(ceiling: Ceiling, facts: CallFacts, parts: readonly CallPart[]): readonly Finding[] {
  const { name, source, tools, mode = 'default', rules } = ceiling
  const limits = [...modeLimit(mode, source, facts)]
  const identity = { name: facts.tool, groups: facts.groups, tags: facts.tags }
  if (tools !== undefined && tools.find(identity) === undefined) {
    limits.push({
      verdict: 'deny',
      rule: `ceiling.${name}`,
      source,
      because: `"${facts.tool}" is beyond the ceiling of ${name}.`,
    })
  }
  for (const rule of rules) {
    if (!rule.concerns(identity) || rule.holds?.(facts) === false) continue
    limits.push(...parts.flatMap((part) => restriction(part, rule) ?? []))
  }
  return limits
}

/** With nobody to ask, doubt is a denial. */
function refuse(decision: Decision, source: string): Decision {
  const because = 'Nobody is asked in the mode "non-interactive".'
  return {
    ...decision,
    verdict: 'deny',
    reason: `${decision.reason} ${because}`,
    steps: [...decision.steps, { step: 'mode.non-interactive', verdict: 'deny', source, because }],
  }
}
