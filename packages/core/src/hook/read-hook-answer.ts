import { isJsonObject } from '../json/index.ts'
import type { HookVerdict } from './hook.ts'

/**
 * Reads the verdict of a gating hook: `{verdict: 'allow'}`, `{verdict: 'ask' | 'deny', reason}` or `{verdict: 'rewrite', input}`.
 * Throws for anything else, so that a broken hook denies.
 */
export function readHookVerdict(answer: unknown): HookVerdict {
  if (!isJsonObject(answer)) throw new TypeError('it did not return a JSON object')
  const own = (key: string) => (Object.hasOwn(answer, key) ? answer[key] : undefined)
  const verdict = own('verdict')
  switch (verdict) {
    case 'allow':
      return { verdict }
    case 'ask':
    case 'deny': {
      const reason = own('reason')
      return { verdict, reason: typeof reason === 'string' && reason !== '' ? reason : 'it gave no reason' }
    }
    case 'rewrite': {
      const input = own('input')
      if (!isJsonObject(input)) throw new TypeError('it rewrites the input to something that is not a JSON object')
      return { verdict, input }
    }
    default:
      throw new TypeError('its answer has no verdict: allow, ask, deny or rewrite')
  }
}

/** Reads what an observing hook says: `{text?}`, or nothing. Throws for anything else. */
export function readHookText(answer: unknown): string | undefined {
  if (answer === undefined) return undefined
  if (!isJsonObject(answer)) throw new TypeError('it did not return a JSON object')
  const text = Object.hasOwn(answer, 'text') ? answer.text : undefined
  if (text !== undefined && typeof text !== 'string') throw new TypeError('the text of its answer is not a string')
  return text
}
