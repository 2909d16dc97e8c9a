import type { CallFacts } from '../authority.ts'
import type { Ceiling } from '../ceiling.ts'
import type { Decision, Verdict } from '../decision.ts'
import type { Mode } from '../section/permissions-section.ts'
import { type CallPart, changesNothing, partsOf } from './call-part.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { containedRule, type RuleFinding } from './finding.ts'
import { passage } from './guards.ts'
import { judgePart, restriction } from './judge-part.ts'
import type { RuleSettings } from './rule-settings.ts'

/**
 * The inputs of a decision besides the call: the rules that concern its tool, the settings, and the ceilings of the
 * run.
 */
export interface RuleBook {
  readonly rules: readonly CompiledRule[]
  readonly settings: RuleSettings
  readonly ceilings: readonly Ceiling[]
}

/** The verdict on one call. Pure. Order of rules, targets and ceilings never matters for the verdict. */
export function decideCall(facts: CallFacts, book: RuleBook): Decision {
  const { rules, ceilings } = book
  const settings = { ...book.settings, mode: modeWithin(ceilings, book.settings.mode) }
  const { mode } = settings
  const parts = partsOf(facts)
  const findings: RuleFinding[] = []
  for (const part of parts) judgePart(part, facts, rules, settings, findings)
  if (findings.every(({ verdict }) => verdict === 'none')) findings.push(passage(facts))
  if (mode.name === 'bypass') bypass(findings, mode.source)
  limitByMode(mode.name, mode.source, facts, findings)
  for (const ceiling of ceilings) limitByCeiling(ceiling, facts, parts, findings)
  const decision = conclude(findings, mode.name !== 'bypass')
  return decision.verdict === 'ask' ? refuseWhereNobodyIsAsked(decision, settings, ceilings) : decision
}

/** Modes that let pass what would be asked, with those that allow as much. */
const freerModes: Readonly<Partial<Record<Mode, ReadonlySet<Mode>>>> = {
  bypass: new Set<Mode>(['bypass']),
  'accept-edits': new Set<Mode>(['bypass', 'accept-edits']),
}

/** The mode of the run, as far as every ceiling lets it: no child passes what its parent would have to ask about. */
function modeWithin(ceilings: readonly Ceiling[], mode: RuleSettings['mode']): RuleSettings['mode'] {
  let within = mode
  for (const { mode: limit, source } of ceilings) {
    if (limit === undefined || freerModes[within.name]?.has(limit) !== false) continue
    within = { name: limit === 'accept-edits' ? limit : 'default', source }
  }
  return within
}

/** The number of reasons that are shown to a person at once, if no more rules than that match. */
const maxReasons = 3

/** @param mayContain True if commands that no one approved run contained. */
function conclude(findings: readonly RuleFinding[], mayContain: boolean): Decision {
  const verdict = strictest(findings)
  const deciding = findings.filter((found) => found.verdict === verdict)
  const [first = nothingKnown] = deciding
  const isContained = findings.some((found) => found.rule === containedRule && found.verdict === 'allow')
  const denialCode = deciding.find((found) => found.denialCode !== undefined)?.denialCode
  return {
    verdict,
    rule: first.rule,
    source: first.source,
    reason: deciding.length === 1 ? first.because : joinReasons(deciding),
    steps: findings.map(({ rule, verdict: found, source, because }) => ({
      step: rule,
      verdict: found,
      source,
      because,
    })),
    ...(verdict === 'allow' && mayContain && isContained ? { contained: true } : undefined),
    ...(denialCode === undefined ? undefined : { denialCode }),
  }
}

const nothingKnown = { rule: 'default.none', source: 'built-in', because: 'No rule matches this call.' } as const

function strictest(findings: readonly RuleFinding[]): Verdict {
  let strictest: Verdict = 'allow'
  for (const { verdict } of findings) {
    if (verdict === 'deny') return 'deny'
    if (verdict === 'ask') strictest = 'ask'
  }
  return strictest
}

/**
 * The reasons, those of a project's rules last. Every default and every rule of the operator counts once, however many others
 * match: neither a project's rules nor a call of many parts can hide what a person has to know. The number of omitted reasons is
 * shown.
 */
function joinReasons(findings: readonly RuleFinding[]): string {
  const reasons = distinctReasons(findings)
  const own = reasons.filter(({ isProject }) => isProject !== true)
  const firsts = new Map(own.toReversed().map((reason) => [reason.rule, reason]))
  const shown = new Set(firsts.values())
  for (const reason of [...own, ...reasons]) if (shown.size < maxReasons) shown.add(reason)
  const rest = reasons.length - shown.size
  const more = rest === 0 ? [] : [rest === 1 ? 'There is 1 more reason.' : `There are ${rest} more reasons.`]
  // Reasons that no project wrote come first, because a long text may be shown only in part.
  const inOrder = [...own, ...reasons.filter(({ isProject }) => isProject === true)]
  return [...inOrder.filter((reason) => shown.has(reason)).map(({ because }) => because), ...more].join(' ')
}

/**
 * Returns each text once, in the order of the findings. If a project's rule repeats a text, it keeps its other source.
 */
function distinctReasons(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  const reasons = new Map<string, RuleFinding>()
  for (const found of findings) {
    const known = reasons.get(found.because)
    if (known === undefined || (known.isProject === true && found.isProject !== true)) reasons.set(found.because, found)
  }
  return [...reasons.values()]
}

/** Applies the operator's advance permission for all questions. Denials stay, and so do questions that replace one. */
function bypass(findings: RuleFinding[], source: string): void {
  for (const [index, { verdict, because, firm }] of findings.entries()) {
    if (verdict !== 'ask' || firm === true) continue
    findings[index] = {
      verdict: 'allow',
      rule: 'mode.bypass',
      source,
      because: `${because} The mode "bypass" asks no one.`,
    }
  }
}

function limitByMode(mode: Mode, source: string, facts: CallFacts, findings: RuleFinding[]): void {
  if (mode !== 'plan' || changesNothing(facts)) return
  const because = 'In the mode "plan" nothing is changed; only calls that are known to just read can run.'
  findings.push({ verdict: 'deny', rule: 'mode.plan', source, because })
}

function limitByCeiling(ceiling: Ceiling, facts: CallFacts, parts: readonly CallPart[], findings: RuleFinding[]): void {
  const { name, source, tools, mode = 'default', rules } = ceiling
  limitByMode(mode, source, facts, findings)
  const identity = { name: facts.tool, groups: facts.groups, tags: facts.tags }
  if (tools !== undefined && tools.find(identity) === undefined) {
    const because = `"${facts.tool}" is beyond the ceiling of ${name}.`
    findings.push({ verdict: 'deny', rule: `ceiling.${name}`, source, because })
  }
  for (const rule of rules) {
    if (!rule.concerns(identity)) continue
    for (const part of parts) {
      const found = restriction(part, facts, rule)
      if (found !== undefined) findings.push(found)
    }
  }
}

/** If no one can be asked, a question becomes a denial. */
function refuseWhereNobodyIsAsked(decision: Decision, { mode }: RuleSettings, ceilings: readonly Ceiling[]): Decision {
  const limits = [{ mode: mode.name, source: mode.source }, ...ceilings]
  const limit = limits.find((each) => each.mode === 'non-interactive')
  if (limit === undefined) return decision
  const because = 'The mode "non-interactive" asks no one.'
  return {
    ...decision,
    verdict: 'deny',
    reason: `${decision.reason} ${because}`,
    steps: [...decision.steps, { step: 'mode.non-interactive', verdict: 'deny', source: limit.source, because }],
  }
}
