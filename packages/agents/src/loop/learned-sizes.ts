import type { ModelLimits } from '@drawbridge/core/model'

/** The sizes of a model as its provider has shown them, for the time of a conversation. */
export interface LearnedSizes {
  /** The tokens that the provider counts for each that is estimated. */
  readonly ratio: number
  /** The window that the provider named when a prompt did not fit; undefined while none did. */
  readonly window: number | undefined
}

/** The sizes of a model that nothing is known of. */
export const nothingLearned: LearnedSizes = { ratio: 1, window: undefined }

/** Estimates are off by a factor; a wild one is a mistake of the provider. */
const [leastRatio, mostRatio] = [0.5, 3]
/** The provider refuses what was counted, so that a wild factor is likelier than a mistake. */
const mostAfterOverflow = 10
/** A smaller window than this is a mistake of the provider, in tokens. */
const smallestWindow = 1_000

/** Returns what is known after an answer. `counted` is the prompt as the provider counts it, `tokens` as it was estimated. */
export function learnFromAnswer(
  before: LearnedSizes,
  { tokens, counted }: { readonly tokens: number; readonly counted: number },
): LearnedSizes {
  if (counted <= 0) return before
  const ratio = (before.ratio * counted) / Math.max(1, tokens)
  return { ...before, ratio: Math.min(mostRatio, Math.max(leastRatio, ratio)) }
}

/** Returns what is known after a prompt did not fit: it had at least as many tokens as the window. */
export function learnFromOverflow(
  before: LearnedSizes,
  {
    tokens,
    limits,
    promptTokens,
    windowTokens,
  }: {
    readonly tokens: number
    readonly limits: Pick<ModelLimits, 'context'>
    readonly promptTokens: number | undefined
    readonly windowTokens: number | undefined
  },
): LearnedSizes {
  const isSmaller = windowTokens !== undefined && windowTokens >= smallestWindow && windowTokens < limits.context
  const window = isSmaller ? windowTokens : before.window
  const counted = Math.max(promptTokens ?? 0, window ?? limits.context)
  const ratio = Math.max(before.ratio, (before.ratio * counted) / Math.max(1, tokens))
  return { ratio: Math.min(mostAfterOverflow, ratio), window }
}

/** Returns the limits of a model with the window that its provider named. */
export function learnedLimits<Limits extends Pick<ModelLimits, 'context'>>(
  limits: Limits,
  { window }: LearnedSizes,
): Limits {
  return window === undefined ? limits : { ...limits, context: window }
}
