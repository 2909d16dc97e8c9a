import { alphanumerics, base64Characters, type CharacterSet, runCharacters } from './character-sets.ts'
import { isAcceptable, longestBack, type Matcher } from './matcher.ts'
import { endsMarker, redactionMarker, startsMarker } from './redaction.ts'
import type { Boundary, TokenRule } from './scrub-rule.ts'

const usualReach = 400
/** Blanks, classes that hold them, and negated classes, which may. */
const mayHoldBlanks = /\\s|\\[tnr]| |\[\^|\\S|\\W/

const blockingCharacters: Readonly<Record<Boundary, CharacterSet | undefined>> = {
  run: runCharacters,
  base64: base64Characters,
  alphanumeric: alphanumerics,
  none: undefined,
}

/**
 * Matches a secret by its own spelling. The longest match is redacted, but the shortest decides whether it is a secret:
 * what touches a token from behind, and may be redacted itself, has no say.
 */
export function createTokenMatcher(rule: TokenRule): Matcher {
  const blocking = rule.lead === undefined ? blockingCharacters[rule.boundary ?? 'run'] : undefined
  const flags = rule.ignoreCase ? 'iy' : 'y'
  const longest = new RegExp(withLead(rule.pattern, rule.lead), flags)
  const shortest = new RegExp(withLead(lazy(rule.pattern), rule.lead), flags)
  const bounded = rule.pattern.includes('(?!')
  return {
    // A lead and the boundary before it.
    back: longestBack,
    reach: (rule.reach ?? usualReach) + 2,
    needsAssignment: false,
    shortest: 0,
    spaceless: !mayHoldBlanks.test(rule.pattern),
    accepts: (text, start) => isBoundary(text, start, blocking),
    match({ text, start }, report) {
      const match = matchAt(longest, text, start)
      if (match === undefined || (bounded && startsMarker(text, match.end))) return
      const judged = matchAt(shortest, text, start)
      if (judged === undefined || !isAcceptable(text.slice(judged.from, judged.to), rule)) return
      const marker = text.slice(match.from, match.to).indexOf(redactionMarker)
      const end = marker === -1 ? match.to : match.from + marker
      if (judged.to <= end) report({ rule: rule.id, start: match.from, end })
    },
  }
}

function withLead(pattern: string, lead: string | undefined): string {
  return lead === undefined ? `(?:${pattern})` : `(?<=(?<lead>${lead}))(?:${pattern})`
}

/** The same pattern, taking as little as it can. */
function lazy(pattern: string): string {
  return pattern.replaceAll(/\{\d+,\d*\}(?!\?)/g, '$&?')
}

interface TokenMatch {
  /** The secret. */
  readonly from: number
  readonly to: number
  /** The end of the whole match. */
  readonly end: number
}

function matchAt(expression: RegExp, text: string, start: number): TokenMatch | undefined {
  expression.lastIndex = start
  const match = expression.exec(text)
  if (match === null) return undefined
  const end = start + match[0].length
  const secret = match.groups?.secret
  if (secret === undefined) return { from: start - (match.groups?.lead?.length ?? 0), to: end, end }
  const from = start + match[0].lastIndexOf(secret)
  return { from, to: from + secret.length, end }
}

/** Returns true if a token may start at `start`, given the preceding text. */
function isBoundary(text: string, start: number, blocking: CharacterSet | undefined): boolean {
  if (start === 0 || blocking === undefined) return true
  const previous = text.charCodeAt(start - 1)
  if (blocking[previous] !== 1) return !endsMarker(text, start)
  if (previous === 109) return /\[[\d;]{0,12}m$/.test(text.slice(Math.max(0, start - 14), start))
  return (previous === 110 || previous === 114 || previous === 116) && text.charCodeAt(start - 2) === 92
}
