import type { Explanation } from '@drawbridge/core'
import type { OfferedAnswer } from '@drawbridge/core/approval'
import type { SetNote } from '@drawbridge/core/policy'

/** A step of the tool set in the shape of the steps that were considered of the call. */
interface SetStepJson {
  readonly step: string
  readonly verdict: 'allow' | 'deny'
  readonly because: string
  readonly source: string
}

const took = new Set<SetNote['did']>(['left out', 'denied', 'removed'])

/** The verdict on a call: the policy's, or `none` for a tool that does not exist. */
export type ExplainedVerdict = 'allow' | 'ask' | 'deny' | 'none'

/** An explanation as scripts get it. */
export interface ExplanationJson {
  readonly tool: string
  readonly available: boolean
  readonly verdict: ExplainedVerdict
  readonly reason: string
  /** The way that its unapproved commands run: directly, contained, or not at all. Null if it runs none. */
  readonly unapproved: 'core' | 'contained' | null
  readonly hidden?: { readonly class: string; readonly reason: string; readonly source: string }
  readonly failure?: { readonly code: string; readonly message: string }
  /** The effect of each tool set step on the tool, then the evaluated steps of the call. */
  readonly steps: readonly object[]
  /** The rules and built-in defaults that spoke. */
  readonly rules: readonly object[]
  readonly targets: readonly object[]
  readonly wouldAsk?: { readonly reason: string; readonly offers: readonly OfferedAnswer[] }
}

export function explanationJson(
  { tool, available, hidden, failure, ends, targets, presumed, decision = presumed, offers = [] }: Explanation,
  notes: readonly SetNote[] = [],
): ExplanationJson {
  const base = { tool, available, targets, unapproved: weakest(targets) }
  if (decision === undefined) {
    const reason = failure?.message ?? hidden?.reason ?? ''
    return {
      ...base,
      verdict: ends === 'denied' || hidden?.class === 'removed' ? 'deny' : 'none',
      reason,
      ...(hidden === undefined ? {} : { hidden }),
      ...(failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } }),
      steps: setStepsJson(notes),
      rules: [],
    }
  }
  const { steps } = decision
  const verdict = ends === 'denied' ? 'deny' : decision.verdict
  const reason = failure?.message ?? decision.reason
  return {
    ...base,
    verdict,
    reason,
    ...(failure === undefined ? {} : { failure: { code: failure.code, message: failure.message } }),
    steps: [...setStepsJson(notes), ...steps],
    rules: steps.map(({ step, because, ...rest }) => ({ rule: step, ...rest, reason: because })),
    ...(verdict === 'ask' && failure === undefined ? { wouldAsk: { reason, offers } } : {}),
  }
}

/** As the weakest of its commands. */
function weakest(targets: Explanation['targets']): ExplanationJson['unapproved'] {
  const values = targets.flatMap((target) => (target.kind === 'command' ? [target.unapproved] : []))
  if (values.length === 0 || values.includes(null)) return null
  return values.includes('contained') ? 'contained' : 'core'
}

function setStepsJson(notes: readonly SetNote[]): readonly SetStepJson[] {
  return notes.map(({ step, did, source, because }) => ({
    step: `tool set: ${step}`,
    verdict: took.has(did) ? 'deny' : 'allow',
    because: because === undefined ? `${did}.` : `${did} by ${because}.`,
    source,
  }))
}
