import type { Outcome } from '@drawbridge/core'

/** An outcome as scripts get it. The shape is a promise: it may grow, and nothing in it changes its meaning. */
export function outcomeJson(outcome: Outcome): object {
  const { result, text: _text, ...ending } = outcome
  const { toolCallId: _id, code: _code, meta, ...parts } = result
  const { decision, ...facts } = meta
  return {
    ...ending,
    ...parts,
    meta: {
      ...facts,
      ...(decision?.contained === true ? { ranIn: 'contained' } : {}),
      ...(decision === undefined
        ? {}
        : {
            decision: {
              verdict: decision.verdict,
              rule: decision.rule,
              source: decision.source,
              reason: decision.reason,
            },
          }),
    },
  }
}
