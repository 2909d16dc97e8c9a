const reserved = new Set(
  '! [[ ]] { } case coproc do done elif else esac fi for function if in select then time until while'.split(' '),
)

/**
 * Splits a text into words as the shell does, for texts that are one command of literal words: quotes and backslashes are
 * removed, globs stay as written. Anything else (operators, expansions, assignments, comments, keywords) gives
 * `undefined`. It agrees with the parser wherever it gives words, and spares those who only compare words its weight.
 */
export function splitRule(text: string): readonly string[] | undefined {
  const words: string[] = []
  let word: string | undefined
  let start = 0
  let at = 0
  const finish = (): boolean => {
    if (word === undefined) return true
    // Quotes inside a pattern's brackets keep a meaning of their own.
    const source = text.slice(start, at)
    if (source.includes('[') && /["'\\]/.test(source)) return false
    const plain = words.length > 0 || !(reserved.has(word) || /^[A-Za-z_]\w*(?:\[|\+?=)/.test(word))
    words.push(word)
    word = undefined
    return plain
  }
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === ' ' || character === '\t') {
      if (!finish()) return undefined
      at += 1
      continue
    }
    const end = endOfPart(text, at, word === undefined)
    if (end === undefined) return undefined
    if (word === undefined) start = at
    word = (word ?? '') + unquote(text.slice(at, end))
    at = end
  }
  return finish() && words.length > 0 ? words : undefined
}

/** Returns the end of the quoted string, escape or run of plain characters that begins at `at`. */
function endOfPart(text: string, at: number, startsWord: boolean): number | undefined {
  const rest = text.slice(at, at + 4_096)
  const part = /^(?:'[^']*'|"(?:[^"\\$`]|\\[^\n])*"|\\[^\n])/.exec(rest) ?? plain.exec(rest)
  if (part === null || (startsWord && rest.startsWith('#'))) return undefined
  return at + part[0].length
}

/** Braces stay where they cannot be expanded: `{}`, `{x}`. */
const plain = /^(?:[\w@%+=:,./?*[\]^!#-]|~(?![+-])|\{[\w%+:/-]*\}|[^\0-\x7f])+/

function unquote(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1)
  if (part.startsWith('"')) return part.slice(1, -1).replace(/\\(["\\$`])/g, '$1')
  return part.startsWith('\\') ? part.slice(1) : part
}

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
