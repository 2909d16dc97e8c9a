import { maximumTextLength } from '../parse/text-hazard.ts'

const maximumWords = 1_000
const maximumSource = 4_096
/** Stands for a sequence that is not written out. */
const tooMany: readonly string[] = Array.from({ length: maximumWords + 1 }, () => '')

/**
 * Brace expansion of the source text of one word, as bash does it first of all: `a{b,c}{1..3}`. Quotes, escapes,
 * `${…}` and `$(…)` are left alone. `undefined` when the result would be larger than 1,000 words.
 */
export function expandBraces(text: string): string[] | undefined {
  // Looking for the partner of each brace takes quadratic time.
  if (text.length > maximumSource) return undefined
  const budget = { words: maximumWords, length: maximumTextLength }
  return expand(text, budget, 0)
}

interface Budget {
  words: number
  length: number
}

function expand(text: string, budget: Budget, depth: number): string[] | undefined {
  if (depth > 50) return undefined
  const braces = findBraces(text)
  if (braces === undefined) return [text]
  if (braces.alternatives.length > maximumWords) return undefined
  const before = text.slice(0, braces.open)
  const after = expand(text.slice(braces.close + 1), budget, depth + 1)
  if (after === undefined) return undefined
  const words: string[] = []
  for (const alternative of braces.alternatives) {
    const inner = braces.sequence ? [alternative] : expand(alternative, budget, depth + 1)
    if (inner === undefined) return undefined
    for (const middle of inner) {
      for (const tail of after) {
        budget.words -= 1
        budget.length -= before.length + middle.length + tail.length
        if (budget.words < 0 || budget.length < 0) return undefined
        words.push(before + middle + tail)
      }
    }
  }
  return words
}

interface Braces {
  readonly open: number
  readonly close: number
  readonly alternatives: readonly string[]
  readonly sequence: boolean
}

function findBraces(text: string): Braces | undefined {
  for (let index = 0; index < text.length; index = skipQuoted(text, index)) {
    if (text[index] !== '{') continue
    const found = readBraces(text, index)
    if (found !== undefined) return found
  }
  return undefined
}

function readBraces(text: string, open: number): Braces | undefined {
  const commas: number[] = []
  let depth = 0
  for (let index = open; index < text.length; index = skipQuoted(text, index)) {
    const character = text[index]
    if (character === '{') depth += 1
    else if (character === ',' && depth === 1) commas.push(index)
    else if (character === '}') {
      depth -= 1
      if (depth > 0) continue
      if (commas.length > 0) {
        const bounds = [open, ...commas, index]
        const alternatives = bounds.slice(1).map((end, position) => text.slice((bounds[position] ?? 0) + 1, end))
        return { open, close: index, alternatives, sequence: false }
      }
      const alternatives = readSequence(text.slice(open + 1, index))
      return alternatives && { open, close: index, alternatives, sequence: true }
    }
  }
  return undefined
}

function readSequence(body: string): readonly string[] | undefined {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body)
  if (match === null) return undefined
  const [, first = '', last = '', stepText = '1'] = match
  const numeric = /\d/.test(first)
  if (numeric !== /\d/.test(last)) return undefined
  const from = numeric ? Number(first) : (first.codePointAt(0) ?? 0)
  const to = numeric ? Number(last) : (last.codePointAt(0) ?? 0)
  const step = Math.max(1, Math.abs(Number(stepText)))
  const count = Math.floor(Math.abs(to - from) / step) + 1
  if (count > maximumWords) return tooMany
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0
  return Array.from({ length: count }, (_, position) => {
    const value = from + (to >= from ? step : -step) * position
    return numeric ? String(value).padStart(width, '0') : String.fromCodePoint(value)
  })
}

/** The offset after the character at `index`, past a whole quoted string or expansion that begins there. */
function skipQuoted(text: string, index: number): number {
  const character = text[index]
  if (character === '\\') return index + 2
  if (character === "'") return after(text, "'", index + 1)
  const isEscaped = character === '$' && text[index + 1] === "'"
  if (character === '"' || character === '`' || isEscaped) {
    const closing = isEscaped ? "'" : character
    for (let at = index + (isEscaped ? 2 : 1); at < text.length; at += text[at] === '\\' ? 2 : 1) {
      if (text[at] === closing) return at + 1
    }
    return text.length
  }
  if (character === '$' && text[index + 1] === '{') return after(text, '}', index + 2)
  if (character === '$' && text[index + 1] === '(') return afterParenthesis(text, index + 2)
  return index + 1
}

function after(text: string, closing: string, from: number): number {
  const at = text.indexOf(closing, from)
  return at < 0 ? text.length : at + 1
}

function afterParenthesis(text: string, from: number): number {
  let depth = 1
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1
    else if (text[index] === ')') depth -= 1
    if (depth === 0) return index + 1
  }
  return text.length
}
