import type { DynamicTarget, PathTarget } from '../../target/target.ts'
import type { CallFacts } from '../authority.ts'
import type { CallPart } from './call-part.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { containedRule, type RuleFinding } from './finding.ts'
import {
  changingCommand,
  denyGroup,
  effect,
  type Guard,
  type GuardRule,
  type Lift,
  networkUse,
  outsideTheRoots,
  protectedWrite,
  sensitivePath,
  unknowable,
} from './guards.ts'
import type { RuleSettings } from './rule-settings.ts'

/** The operator's list of forbidden hosts. */
const deniedHost: GuardRule = (part, _, { network }) => {
  if (part.kind !== 'host' || !network.isDenied(part.host)) return undefined
  return {
    rule: 'network.denied',
    source: network.source,
    verdict: 'deny',
    because: `The host ${part.host} is on the list of denied hosts.`,
    lift: 'never',
  }
}

/** Judges a host by the operator's list of allowed hosts, if there is one. */
const unlistedHost: GuardRule = (part, _, { network }) => {
  if (part.kind !== 'host' || network.isAllowed?.(part.host) === true) return undefined
  if (network.confirms) {
    const because = `The host ${part.host} is not on the list of allowed hosts; other hosts ask.`
    return { rule: 'network.confirm', source: network.source, verdict: 'ask', because, lift: 'host' }
  }
  if (network.isAllowed === undefined) return undefined
  const because = `The host ${part.host} is not on the list of allowed hosts.`
  return { rule: 'network.allowed', source: network.source, verdict: 'deny', because, lift: 'never' }
}

/** The built-in defaults. All that speak count; of two equally strict ones the first is named. */
const guards: readonly GuardRule[] = [
  deniedHost,
  unlistedHost,
  denyGroup,
  outsideTheRoots,
  sensitivePath,
  protectedWrite,
  unknowable,
  changingCommand,
  effect,
  networkUse,
]

/**
 * Collects everything that speaks for or against one part. `rules` are those that concern the tool.
 * @param findings What is found is added here.
 */
export function judgePart(
  part: CallPart,
  facts: CallFacts,
  rules: readonly CompiledRule[],
  settings: RuleSettings,
  findings: RuleFinding[],
): void {
  for (const rule of rules) {
    const found = restriction(part, facts, rule)
    if (found !== undefined) findings.push(found)
  }
  if (part.kind === 'command' && part.unapproved === 'contained' && part.credentialed !== true) {
    findings.push(...containment(part, facts, rules))
  }
  for (const guardRule of guards) {
    const guard = guardRule(part, facts, settings)
    if (guard === undefined) continue
    const lifter = rules.find((rule) => allows(part, facts, rule) && lifts(guard.lift, rule, part))
    const isAccepted = guard.isEdit === true && settings.mode.name === 'accept-edits'
    if (lifter !== undefined) findings.push(...lifted(guard, lifter))
    else findings.push(isAccepted ? acceptedEdit(guard, settings) : explained(guard, part, rules))
  }
}

/** Only a command that was allowed by a rule that says more than "these tools" runs without containment. */
function containment(part: CallPart, facts: CallFacts, rules: readonly CompiledRule[]): readonly RuleFinding[] {
  const lifter = rules.find((rule) => allows(part, facts, rule) && lifts('narrow', rule, part))
  const guard = {
    rule: containedRule,
    source: 'built-in',
    because: 'It appears to only read, and it runs contained.',
  }
  if (lifter === undefined) return [{ ...guard, verdict: 'allow' }]
  return lifted({ ...guard, verdict: 'ask', lift: 'narrow' }, lifter)
}

/**
 * Returns the finding of a denying or asking rule on a part. If it is unknown whether the rule matches, it asks. A
 * denying rule does not object to a folder whose denied entries are left out, or are separate targets.
 */
export function restriction(part: CallPart, facts: CallFacts, rule: CompiledRule): RuleFinding | undefined {
  const found = restrictionOf(part, facts, rule)
  return found !== undefined && rule.isProject === true ? { ...found, isProject: true } : found
}

function restrictionOf(part: CallPart, facts: CallFacts, rule: CompiledRule): RuleFinding | undefined {
  const { verdict, id, source, reason, target } = rule
  if (verdict === 'allow' || rule.holds?.(facts) === false) return undefined
  const match = target === undefined ? 'yes' : part.kind === 'call' ? 'no' : target.touches(part)
  if (match === 'no') return undefined
  if (match === 'maybe' && verdict === 'deny' && part.kind === 'path' && part.below !== undefined) {
    return { verdict: 'none', rule: id, source, because: belowText[part.below](part) }
  }
  if (match === 'maybe') {
    const because =
      part.kind === 'dynamic'
        ? mayTouch(part, rule)
        : `The rule "${id}" may apply to it, which is unknown before it runs. Use a narrower target.`
    const asked = { verdict: 'ask', rule: id, source, because: withReason(reason, because) } as const
    return verdict === 'deny' ? { ...asked, firm: true } : asked
  }
  const because = reason ?? `The rule "${id}" ${verdict === 'deny' ? 'forbids it' : 'requires a person to decide'}.`
  const holder = part.kind === 'path' ? part.metIn : undefined
  const named = holder === undefined ? because : withReason(reason, foundIn(holder, part, rule))
  return { verdict, rule: id, source, because: named }
}

/** In a sandbox, a program meets no denied paths except those that its words name. */
function mayTouch({ of, why }: DynamicTarget, { id, verdict }: CompiledRule): string {
  const wayOut = verdict === 'deny' && of === 'path' ? ', or run it in a sandbox' : ''
  return `It may touch what the rule "${id}" is about: ${why}. Name something narrower${wayOut}.`
}

const belowText = {
  filtered: ({ declared }) => `What it denies in "${declared}" is left out.`,
  surveyed: ({ declared }) => `It denies nothing else in "${declared}".`,
} as const satisfies Record<NonNullable<PathTarget['below']>, (target: PathTarget) => string>

function foundIn(holder: string, part: CallPart, { id, verdict }: CompiledRule): string {
  const declared = part.kind === 'path' ? part.declared : ''
  const says = verdict === 'deny' ? 'denies. Exclude it, or name the files to use' : 'asks about'
  return `"${holder}" contains "${declared}", which the rule "${id}" ${says}.`
}

function withReason(reason: string | undefined, because: string): string {
  return reason === undefined ? because : `${reason} ${because}`
}

function allows(part: CallPart, facts: CallFacts, rule: CompiledRule): boolean {
  const { verdict, target } = rule
  if (verdict !== 'allow' || rule.holds?.(facts) === false) return false
  return target === undefined || (part.kind !== 'call' && target.covers(part))
}

function lifts(lift: Lift, { narrow, target }: CompiledRule, part: CallPart): boolean {
  switch (lift) {
    case 'rule':
      return true
    case 'narrow':
      return narrow
    case 'path':
    case 'host':
      return target?.kind === lift && target.isGeneral !== true
    case 'name':
      return part.kind !== 'call' && target?.spells(part) === true
    case 'never':
      return false
    default:
      return lift satisfies never
  }
}

function lifted(guard: Guard, { id, source, reason }: CompiledRule): readonly RuleFinding[] {
  return [
    {
      verdict: 'none',
      rule: guard.rule,
      source: guard.source,
      because: `${guard.because} The rule "${id}" lifts this.`,
    },
    { verdict: 'allow', rule: id, source, because: reason ?? `The rule "${id}" allows it.` },
  ]
}

function acceptedEdit(guard: Guard, { mode }: RuleSettings): RuleFinding {
  const because = `${guard.because} The mode "accept-edits" allows edits in the workspace.`
  return { verdict: 'allow', rule: 'mode.accept-edits', source: mode.source, because }
}

/** Tells also which rule nearly allowed it. */
function explained(guard: Guard, part: CallPart, rules: readonly CompiledRule[]): RuleFinding {
  const { rule, source, verdict, because, denialCode } = guard
  const miss = part.kind === 'call' ? undefined : firstNearMiss(part, rules)
  return {
    verdict,
    rule,
    source,
    because: miss === undefined ? because : `${because} ${miss}`,
    ...(denialCode === undefined ? {} : { denialCode }),
  }
}

function firstNearMiss(part: Exclude<CallPart, { kind: 'call' }>, rules: readonly CompiledRule[]): string | undefined {
  for (const { verdict, id, target } of rules) {
    const miss = verdict === 'allow' ? target?.nearMiss?.(part) : undefined
    if (miss !== undefined) return `The rule "${id}" does not allow it: ${miss}.`
  }
  return undefined
}
