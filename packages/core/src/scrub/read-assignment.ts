import { alphanumerics, characterSet, nameCharacters } from './character-sets.ts'
import { profileValue, type ValueProfile } from './value-profile.ts'

/** A value found behind a name, in any of the notations of configuration files, shells and programming languages. */
export interface Assignment {
  /** How name and value are joined: `=`-like, `:`-like, `>` of an element, `,` between arguments, blank of an option. */
  readonly operator: 'assign' | 'colon' | 'element' | 'argument' | 'option'
  readonly start: number
  readonly end: number
  /** Whether the value stands in quotes; only then it may hold blanks. */
  readonly quoted: boolean
  /** Whether blanks stand between operator and value. */
  readonly spaced: boolean
  readonly profile: ValueProfile
}

/** How far behind a name the value may end, in UTF-16 units. */
export const assignmentReach = 480
const longestGap = 48

const openers = characterSet([], '%=:>,?+.|!&"\'`\\)]} \t\n\r')
const quotes = characterSet([], '"\'`')
const closers = characterSet([], '"\'`\\)]}')
const blanks = characterSet([], ' \t\r\n')
const encodedEquals = /%3D/iy
const valueEnds = characterSet([], ' \t\r\n"\'`,;<>(){}[]|\\&')
const stringPrefixes = characterSet([], 'bBrRuUfF@$')
const detachedValue = /["'`)\]]{0,3}\s{1,32}["']?(?:value|default|content)["']?\s{0,8}[:=]/iy
const scheme = /(?:bearer|basic|token|api-?key|digest|ntlm|negotiate)[ \t]{1,8}/iy

/**
 * Reads the value assigned to the name that ends at `nameEnd`, looking at most `assignmentReach` units ahead, or
 * `undefined` where no assignment follows.
 */
export function readAssignment(text: string, nameEnd: number): Assignment | undefined {
  if (openers[text.charCodeAt(nameEnd)] !== 1) return undefined
  const limit = Math.min(text.length, nameEnd + assignmentReach)
  const joint = readOperator(text, nameEnd, limit)
  return joint && readValue(text, joint, limit)
}

/** Reads the value of an option such as `--password value`, whose name ends at `nameEnd`. */
export function readOption(text: string, nameEnd: number): Assignment | undefined {
  const limit = Math.min(text.length, nameEnd + assignmentReach)
  const value = readValue(text, { operator: 'option', end: nameEnd }, limit)
  return value && text.charCodeAt(value.start) !== 45 ? value : undefined
}

interface Joint {
  readonly operator: Assignment['operator']
  readonly end: number
  /** A comparison tells a secret only when it is with a text in quotes. */
  readonly comparison?: boolean
}

function readOperator(text: string, nameEnd: number, limit: number): Joint | undefined {
  let index = nameEnd
  let closed = 0
  for (; index < limit && closed < 8; index++, closed++) {
    const unit = text.charCodeAt(index)
    if (closers[unit] !== 1 && unit !== 32 && unit !== 9) break
  }
  switch (text[index]) {
    case '=':
      return assignJoint(text, index, skipOperator(text, index, '=>~'))
    case ':':
      return afterColon(text, skipOperator(text, index, ':='), limit)
    case '>':
      return { operator: 'element', end: index + 1 }
    case '%':
      encodedEquals.lastIndex = index
      return encodedEquals.test(text) ? { operator: 'assign', end: index + 3 } : undefined
    case ',':
      return { operator: 'argument', end: index + 1 }
    case '?':
    case '+':
    case '.':
    case '|':
    case '!':
    case '&': {
      const end = skipOperator(text, index, '?+.|!&=')
      return /=$|^(?:\|\||\?\?)$/.test(text.slice(index, end)) ? assignJoint(text, index, end) : undefined
    }
    default:
      return readDetached(text, nameEnd)
  }
}

function assignJoint(text: string, start: number, end: number): Joint {
  return { operator: 'assign', end, comparison: /^(?:==|!=)/.test(text.slice(start, end)) }
}

/** `name: NAME` with `value: secret` on the next line, and `key="name" value="secret"`. */
function readDetached(text: string, nameEnd: number): Joint | undefined {
  detachedValue.lastIndex = nameEnd
  return detachedValue.test(text) ? { operator: 'colon', end: detachedValue.lastIndex } : undefined
}

function skipOperator(text: string, start: number, characters: string): number {
  let end = start + 1
  while (end < start + 4 && end < text.length && characters.includes(text[end] as string)) end++
  return end
}

/** A type may stand between the colon and the value: `token: string = "…"`. */
function afterColon(text: string, end: number, limit: number): Joint {
  let index = end
  while (index < limit && text.charCodeAt(index) === 32) index++
  if (alphanumerics[text.charCodeAt(index)] !== 1 && text[index] !== '&') return { operator: 'colon', end }
  const typeLimit = Math.min(limit, index + 24)
  index++
  while (index < typeLimit && nameCharacters[text.charCodeAt(index)] === 1) index++
  while (index < typeLimit && text.charCodeAt(index) === 32) index++
  if (text[index] !== '=') return { operator: 'colon', end }
  while (index + 1 < limit && text.charCodeAt(index + 1) === 32) index++
  return quotes[text.charCodeAt(index + 1)] === 1 ? { operator: 'assign', end: index + 1 } : { operator: 'colon', end }
}

function readValue(text: string, { operator, end, comparison }: Joint, limit: number): Assignment | undefined {
  let index = end
  let newline = false
  const gapLimit = Math.min(limit, end + longestGap)
  for (; index < gapLimit && blanks[text.charCodeAt(index)] === 1; index++)
    newline ||= text.charCodeAt(index) < 14 && text[index] !== '\t'
  const spaced = index > end
  if (text[index] === '(') index++
  const opened = openQuote(text, index, limit)
  if (opened === undefined) {
    if (comparison || operator === 'argument' || (newline && operator !== 'element')) return undefined
    const start = skipScheme(text, index)
    const valueEnd = unquotedEnd(text, start, limit)
    return text[valueEnd] === '(' ? undefined : finish(text, { operator, start, end: valueEnd, quoted: false, spaced })
  }
  const start = skipScheme(text, opened.start)
  const closing = quotedEnd(text, start, limit, opened)
  if (closing !== undefined) return finish(text, { operator, start, end: closing, quoted: true, spaced })
  return finish(text, { operator, start, end: unquotedEnd(text, start, limit), quoted: false, spaced })
}

function finish(text: string, assignment: Omit<Assignment, 'profile'>): Assignment | undefined {
  const { start, end } = assignment
  return end > start ? { ...assignment, profile: profileValue(text, start, end) } : undefined
}

interface Opened {
  readonly start: number
  readonly quote: string
  readonly escaped: boolean
}

function openQuote(text: string, from: number, limit: number): Opened | undefined {
  let index = from
  while (index < from + 2 && stringPrefixes[text.charCodeAt(index)] === 1) index++
  const prefixEnd = index
  while (index < limit && index < prefixEnd + 3 && text[index] === '\\') index++
  if (text.startsWith('&quot;', index)) return { start: index + 6, quote: '&quot;', escaped: false }
  if (quotes[text.charCodeAt(index)] !== 1) return undefined
  const quote = text[index] as string
  const tripled = text[index + 1] === quote && text[index + 2] === quote
  return { start: tripled ? index + 3 : index + 1, quote, escaped: index > prefixEnd }
}

function quotedEnd(text: string, start: number, limit: number, { quote, escaped }: Opened): number | undefined {
  for (let index = start; index < limit; index++) {
    const unit = text.charCodeAt(index)
    if (unit === 10 || unit === 13) return undefined
    if (unit === 92 && !escaped) index++
    else if (unit === 92 && escaped && text[index + 1] === quote) return index
    else if (text.startsWith(quote, index)) return index
  }
  return undefined
}

/** A value without quotes ends before the next assignment, too: no part of a text is walked for two names. */
function unquotedEnd(text: string, start: number, limit: number): number {
  for (let end = start; end < limit; end++) {
    const unit = text.charCodeAt(end)
    if (valueEnds[unit] === 1) return end
    if (unit === 61 && alphanumerics[text.charCodeAt(end + 1)] === 1 && end > start + 4) return end
    if (unit === 58 && text.charCodeAt(end + 1) !== 47) return end
  }
  return limit
}

function skipScheme(text: string, start: number): number {
  switch (text.charCodeAt(start) | 32) {
    case 97:
    case 98:
    case 100:
    case 110:
    case 116:
      scheme.lastIndex = start
      return scheme.test(text) ? scheme.lastIndex : start
    default:
      return start
  }
}
