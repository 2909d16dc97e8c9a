import { alphanumerics, characterSet, nameCharacters } from './character-sets.ts'
import { type Joint, type Operator, readOperator } from './read-operator.ts'
import { startsMarker } from './redaction.ts'

/** A value found behind a name, in any of the notations of configuration files, shells and programming languages. */
export interface Assignment {
  readonly operator: Operator
  readonly start: number
  readonly end: number
  /** True if the value is in quotes; only then it may contain blanks. */
  readonly quoted: boolean
  /** True if there are blanks between operator and value. */
  readonly spaced: boolean
}

/** The longest distance from a name to the end of its value, in UTF-16 units. */
export const assignmentReach = 480
const longestGap = 48
/** No rule takes anything shorter for a secret. */
const shortestValue = 6

const quotes = characterSet([], '"\'`')
const blanks = characterSet([], ' \t\r\n')
const valueEnds = characterSet([], ' \t\r\n"\'`,;<>(){}[]|\\&')
/** Quotes, characters that may precede them, and the start of an HTML entity. */
const mayOpen = characterSet([], '"\'`bBrRuUfF@$\\&')
const stringPrefixes = characterSet([], 'bBrRuUfF@$')
const schemeInitials = characterSet([], 'aAbBdDnNtT')
const longestScheme = 10
const scheme = /(?:bearer|basic|token|api-?key|digest|ntlm|negotiate)[ \t]{1,8}/iy

const joint: Joint = { operator: 'assign', end: 0, comparison: false }

/**
 * Reads the value assigned to the name that ends at `nameEnd`. Reads at most `assignmentReach` units ahead. Returns `undefined` if
 * no assignment follows.
 */
export function readAssignment(text: string, nameEnd: number): Assignment | undefined {
  const limit = Math.min(text.length, nameEnd + assignmentReach)
  return readOperator(text, nameEnd, limit, joint) ? readValue(text, joint, limit) : undefined
}

/** Reads the value of an option such as `--password value`, whose name ends at `nameEnd`. */
export function readOption(text: string, nameEnd: number): Assignment | undefined {
  const limit = Math.min(text.length, nameEnd + assignmentReach)
  const value = readValue(text, { operator: 'option', end: nameEnd, comparison: false }, limit)
  return value && text.charCodeAt(value.start) !== 45 ? value : undefined
}

function readValue(text: string, { operator, end: from, comparison }: Joint, limit: number): Assignment | undefined {
  let index = from
  let newline = false
  const gapLimit = Math.min(limit, from + longestGap)
  while (index < gapLimit && blanks[text.charCodeAt(index)] === 1) {
    const unit = text.charCodeAt(index++)
    newline ||= unit === 10 || unit === 13
  }
  const spaced = index > from
  if (text.charCodeAt(index) === 40) index++
  if (mayOpen[text.charCodeAt(index)] !== 1 || !openQuote(text, index)) {
    if (comparison || operator === 'argument' || (newline && operator !== 'element')) return undefined
    if (text.charCodeAt(index) === 45 && text.charCodeAt(index + 1) === 45) return undefined
    const start = skipScheme(text, index)
    const end = unquotedEnd(text, start, limit)
    if (isTooShort(text, start, end) || text.charCodeAt(end) === 40 || startsMarker(text, end)) return undefined
    return { operator, start, end, quoted: false, spaced }
  }
  const start = skipScheme(text, quote.start)
  const closing = quotedEnd(text, start, limit)
  const end = closing === -1 ? unquotedEnd(text, start, limit) : closing
  if (end - start < shortestValue || startsMarker(text, end)) return undefined
  return { operator, start, end, quoted: closing !== -1, spaced }
}

/** The quote around a value; overwritten for each one. */
const quote = { start: 0, text: '"', escaped: false }

/** Reads an opening quote into `quote`, with a preceding string prefix or backslashes. */
function openQuote(text: string, from: number): boolean {
  let index = from
  while (index < from + 2 && stringPrefixes[text.charCodeAt(index)] === 1) index++
  const prefixEnd = index
  while (index < prefixEnd + 3 && text.charCodeAt(index) === 92) index++
  const unit = text.charCodeAt(index)
  quote.escaped = index > prefixEnd
  if (quotes[unit] === 1) {
    const tripled = text.charCodeAt(index + 1) === unit && text.charCodeAt(index + 2) === unit
    quote.start = tripled ? index + 3 : index + 1
    quote.text = text[index] as string
    return true
  }
  quote.start = index + 6
  quote.text = '&quot;'
  return unit === 38 && text.startsWith('&quot;', index)
}

/** Returns the end of the value in `quote`, or -1 if its line ends first. */
function quotedEnd(text: string, start: number, limit: number): number {
  const closing = quote.text.charCodeAt(0)
  const single = quote.text.length === 1
  for (let index = start; index < limit; index++) {
    const unit = text.charCodeAt(index)
    if (unit === closing && (single || text.startsWith(quote.text, index))) return index
    if (unit === 10 || unit === 13) return -1
    if (unit === 92) {
      if (quote.escaped && text.charCodeAt(index + 1) === closing) return index
      if (!quote.escaped) index++
    }
  }
  return -1
}

/** A value cut at an inner `=` or `:` may go on for a vendor's rule; those that do start with a number. */
function isTooShort(text: string, start: number, end: number): boolean {
  if (end - start >= shortestValue) return false
  const first = text.charCodeAt(start)
  return end === start || first < 48 || first > 57 || valueEnds[text.charCodeAt(end)] === 1
}

/** A value without quotes ends before the next assignment, too: no part of a text is walked for two names. */
function unquotedEnd(text: string, start: number, limit: number): number {
  for (let end = start; end < limit; end++) {
    const unit = text.charCodeAt(end)
    if (valueEnds[unit] === 1) return end
    if (unit === 61 && alphanumerics[text.charCodeAt(end + 1)] === 1) return end
    if (unit === 58 && text.charCodeAt(end + 1) !== 47) return end
  }
  return limit
}

/** Skips `Bearer` and similar schemes before the value of a header. The expression runs only at a word and a blank. */
function skipScheme(text: string, start: number): number {
  if (schemeInitials[text.charCodeAt(start)] !== 1) return start
  let end = start + 1
  while (end < start + longestScheme && nameCharacters[text.charCodeAt(end)] === 1) end++
  const blank = text.charCodeAt(end)
  if (blank !== 32 && blank !== 9) return start
  scheme.lastIndex = start
  return scheme.test(text) ? scheme.lastIndex : start
}
