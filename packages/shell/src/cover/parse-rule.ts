import { splitRule } from './split-rule.ts'

const parsed = new Map<string, readonly string[] | undefined>()

/**
 * The words of a granted prefix, quotes removed; a `*` at the end says no more than its absence. `undefined` for a text
 * that is not one plain command: such a rule covers nothing.
 */
export function parseRule(rule: string): readonly string[] | undefined {
  if (parsed.has(rule)) return parsed.get(rule)
  const words = splitRule(rule.replace(/(?:^|\s)\*\s*$/, ''))
  if (parsed.size > 5_000) parsed.clear()
  parsed.set(rule, words)
  return words
}
