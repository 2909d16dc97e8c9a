import type { CallFacts } from '../authority.ts'
import type { CallPart } from './call-part.ts'
import type { CompiledRule } from './compiled-rule.ts'
import type { Finding } from './finding.ts'
import type { Guard, Lift } from './guard.ts'
import { guards } from './guards.ts'
import type { RuleSettings } from './rule-settings.ts'

/**
 * Collects everything that speaks for or against one part. `rules` are those that concern the tool.
 * @param findings What is found is added here.
 */
export function judgePart(
  part: CallPart,
  facts: CallFacts,
  rules: readonly CompiledRule[],
  settings: RuleSettings,
  findings: Finding[],
): void {
  for (const rule of rules) {
    const found = restriction(part, facts, rule)
    if (found !== undefined) findings.push(found)
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

/** What a rule that denies or asks says of a part. One that may mean the part, and nobody can know, asks. */
export function restriction(part: CallPart, facts: CallFacts, rule: CompiledRule): Finding | undefined {
  const { verdict, id, source, reason, target } = rule
  if (verdict === 'allow' || rule.holds?.(facts) === false) return undefined
  const match = target === undefined ? 'yes' : part.kind === 'call' ? 'no' : target.touches(part)
  if (match === 'no') return undefined
  if (match === 'maybe') {
    const because = `It may touch what the rule "${id}" is about, and that cannot be known before it runs. Name something narrower.`
    return { verdict: 'ask', rule: id, source, because: reason === undefined ? because : `${reason} ${because}` }
  }
  const because = reason ?? `The rule "${id}" ${verdict === 'deny' ? 'forbids it' : 'wants a person to decide'}.`
  return { verdict, rule: id, source, because }
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

function lifted(guard: Guard, { id, source, reason }: CompiledRule): readonly Finding[] {
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

function acceptedEdit(guard: Guard, { mode }: RuleSettings): Finding {
  const because = `${guard.because} The mode "accept-edits" allows edits in the workspace.`
  return { verdict: 'allow', rule: 'mode.accept-edits', source: mode.source, because }
}

/** Tells also which rule nearly allowed it. */
function explained(guard: Guard, part: CallPart, rules: readonly CompiledRule[]): Finding {
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
