import type { SetNote } from '@drawbridge/core/policy'

/** A step of the tool set in the shape of the steps that were considered of the call. */
export interface SetStepJson {
  readonly step: string
  readonly verdict: 'allow' | 'deny'
  readonly because: string
  readonly source: string
}

const took = new Set<SetNote['did']>(['left out', 'denied', 'removed'])

export function setStepsJson(notes: readonly SetNote[]): readonly SetStepJson[] {
  return notes.map(({ step, did, source, because }) => ({
    step: `tool set: ${step}`,
    verdict: took.has(did) ? 'deny' : 'allow',
    because: because === undefined ? `${did}.` : `${did} by ${because}.`,
    source,
  }))
}
