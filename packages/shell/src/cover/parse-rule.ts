import { parseScript } from '../parse/parse-script.ts'

const parsed = new Map<string, readonly string[] | undefined>()

/**
 * The words of a granted prefix, quotes removed; a `*` at the end says no more than its absence. `undefined` for a text
 * that is not one plain command: such a rule covers nothing.
 */
export function parseRule(rule: string): readonly string[] | undefined {
  if (parsed.has(rule)) return parsed.get(rule)
  const words = readRule(rule)
  if (parsed.size > 5_000) parsed.clear()
  parsed.set(rule, words)
  return words
}

function readRule(rule: string): readonly string[] | undefined {
  const script = parseScript(rule.replace(/(?:^|\s)\*\s*$/, ''))
  const [node] = script.items
  if (script.errors.length > 0 || script.items.length !== 1 || node?.kind !== 'command') return undefined
  if (node.assignments.length > 0 || node.redirects.length > 0 || node.words.length === 0) return undefined
  const words: string[] = []
  for (const word of node.words) {
    const texts = word.parts.map((part) =>
      part.kind === 'literal' ? part.value : part.kind === 'glob' ? part.text : undefined,
    )
    if (word.braces || texts.includes(undefined)) return undefined
    words.push(texts.join(''))
  }
  return words
}
