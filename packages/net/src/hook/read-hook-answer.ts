import { type HookVerdict, isJsonObject } from '@drawbridge/core'

/**
 * Reads the answer to a PreToolUse message: `{verdict: 'allow'}`, `{verdict: 'ask' | 'deny', reason}` or
 * `{verdict: 'rewrite', input}`. Throws for anything else, so that a broken hook denies.
 */
export function readHookVerdict(answer: unknown): HookVerdict {
  if (!isJsonObject(answer)) throw new TypeError('its answer is no JSON object')
  const { verdict, reason, input } = answer
  switch (verdict) {
    case 'allow':
      return { verdict }
    case 'ask':
    case 'deny':
      return { verdict, reason: typeof reason === 'string' && reason !== '' ? reason : 'it gave no reason' }
    case 'rewrite':
      if (!isJsonObject(input)) throw new TypeError('it rewrites the input to something that is no JSON object')
      return { verdict, input }
    default:
      throw new TypeError('its answer has no verdict out of allow, ask, deny and rewrite')
  }
}

/** Reads the answer to a PostToolUse message: `{text?}`, or nothing. Throws for anything else. */
export function readHookText(answer: unknown): string | undefined {
  if (answer === undefined) return undefined
  if (!isJsonObject(answer)) throw new TypeError('its answer is no JSON object')
  const { text } = answer
  if (text !== undefined && typeof text !== 'string') throw new TypeError('the text of its answer is no string')
  return text
}
