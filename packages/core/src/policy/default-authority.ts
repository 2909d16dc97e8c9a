import type { OutcomeCode } from '../outcome/outcome-code.ts'
import type { Authority, CallFacts } from './authority.ts'
import type { Decision, DecisionStep, Verdict } from './decision.ts'

/** What one rule makes of a call. */
interface Finding {
  readonly verdict: Verdict
  readonly because: string
  readonly denialCode?: OutcomeCode
}

type Rule = (facts: CallFacts) => Finding | undefined

/** The rules by id, in the order in which they are shown. The strictest finding decides, so the order decides nothing. */
const rules: readonly (readonly [id: string, rule: Rule])[] = [
  ['default.outside', asksOutsideTheRoots],
  ['default.sensitive', asksForSensitivePaths],
  ['default.dynamic', asksForTheUnknowable],
  ['default.write', asksForWrites],
  ['default.readonly', allowsReading],
]

/**
 * The authority of a run that brings no policy: reading inside the workspace and the read roots is allowed; sensitive paths,
 * everything outside, every write and everything unknowable needs a person's yes.
 */
export const defaultAuthority: Authority = { decide }

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

function decide(facts: CallFacts): Decision {
  const steps: DecisionStep[] = []
  let decided: (Finding & { readonly rule: string }) | undefined
  for (const [id, rule] of rules) {
    const finding = rule(facts)
    if (finding === undefined) continue
    steps.push({ step: id, verdict: finding.verdict, because: finding.because })
    const isStricter = decided === undefined || strictness[finding.verdict] > strictness[decided.verdict]
    if (isStricter) decided = { ...finding, rule: id }
  }
  const { verdict, rule, because, denialCode } = decided ?? {
    verdict: 'ask',
    rule: 'default.none',
    because: 'No rule knows this call.',
  }
  return {
    verdict,
    rule,
    source: 'built-in',
    reason: because,
    steps,
    ...(denialCode === undefined ? {} : { denialCode }),
  }
}

function asksOutsideTheRoots({ targets }: CallFacts): Finding | undefined {
  const outside = targets.find((target) => target.kind === 'path' && target.zone === 'outside')
  if (outside?.kind !== 'path') return undefined
  const why = outside.why === undefined ? '' : ` (${outside.why})`
  return {
    verdict: 'ask',
    because: `"${outside.declared}" is ${outside.real}, outside the workspace and its granted roots${why}.`,
    denialCode: 'path_outside_roots',
  }
}

function asksForSensitivePaths({ targets }: CallFacts): Finding | undefined {
  const sensitive = targets.find((target) => target.kind === 'path' && target.sensitive)
  if (sensitive?.kind !== 'path') return undefined
  return { verdict: 'ask', because: `"${sensitive.declared}" is a place where credentials are kept.` }
}

function asksForTheUnknowable({ targets }: CallFacts): Finding | undefined {
  const dynamic = targets.find((target) => target.kind === 'dynamic')
  return dynamic?.kind === 'dynamic'
    ? { verdict: 'ask', because: `What it will touch cannot be known: ${dynamic.why}.` }
    : undefined
}

function asksForWrites({ permission, tool, risk, adjusted }: CallFacts): Finding | undefined {
  if (permission === 'readonly') return undefined
  const note = adjusted === undefined ? '' : ` ${adjusted}`
  const what = risk === 'destructive' ? 'destroys what may not come back' : 'changes something'
  return { verdict: 'ask', because: `"${tool}" ${what} (${risk}).${note}` }
}

function allowsReading({ permission, adjusted }: CallFacts): Finding | undefined {
  if (permission === 'write') return undefined
  return { verdict: 'allow', because: adjusted ?? 'It only reads.' }
}
