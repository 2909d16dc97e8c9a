import { judgeAssignment, leastLengths, profileSubstance } from './judge-assignment.ts'
import { isAcceptable, type Matcher } from './matcher.ts'
import { longestNameHead, longestNameTail, type NameReader } from './name-reader.ts'
import { assignmentReach } from './read-assignment.ts'
import { startsMarker } from './redaction.ts'
import type { GenericRule, NamedRule } from './scrub-rule.ts'
import { isFileName } from './telling-names.ts'

/** Vendors draw at least this much. */
const shortestVendorValue = 12

/** Matches the value assigned to a vendor's name by the value's spelling. */
export function createNamedMatcher(rule: NamedRule): Matcher {
  const expression = new RegExp(`(?:${rule.value})(?![\\w-])`, 'iy')
  return {
    ...nameWindow(rule.keywords),
    shortest: shortestVendorValue,
    accepts: (text, start, end) => startsWord(text, start) && !hasHump(text, end, 1),
    match({ text, names, start, end, assignments }, report) {
      for (const assignment of assignments) {
        expression.lastIndex = assignment.start
        const match = expression.exec(text)
        if (match === null || startsMarker(text, expression.lastIndex)) continue
        if (isAcceptable(match[0], rule) && isTelling(match[0], names, start, end)) {
          report({ rule: rule.id, start: assignment.start, end: assignment.start + match[0].length })
        }
      }
    },
  }
}

/** A value without digits may be a word: then the name has to speak of a secret. Files have hashes, not secrets. */
function isTelling(value: string, names: NameReader, start: number, end: number): boolean {
  const name = names.nameAt(start, end)
  return !isFileName(name) && (/[\d:]/.test(value) || /token|secret|key|auth/i.test(name))
}

/** Matches the value assigned to a name that speaks of a secret, judged by both. */
export function createGenericMatcher(rule: GenericRule): Matcher {
  const { id, trust, standalone = false } = rule
  return {
    ...nameWindow(rule.keywords),
    shortest: leastLengths[trust],
    accepts(text, start, end) {
      if (trust === 'environment' && !endsUpper(text, end)) return false
      return standalone ? isWord(text, start, end) && !hasHump(text, end, 2) : !hasHump(text, end, 2)
    },
    match({ text, names, start, end, assignments }, report) {
      for (const assignment of assignments) {
        const profile = profileSubstance(text, assignment, trust)
        if (profile === undefined) continue
        const value = text.slice(assignment.start, assignment.end)
        const name = (): string => names.nameAt(start, end)
        if (judgeAssignment({ assignment, value, profile, trust, name }) && isAcceptable(value, rule)) {
          report({ rule: id, start: assignment.start, end: assignment.end })
        }
      }
    },
  }
}

function nameWindow(keywords: readonly string[]): Pick<Matcher, 'back' | 'reach' | 'needsAssignment' | 'spaceless'> {
  const longest = Math.max(...keywords.map((keyword) => keyword.length))
  return {
    back: longestNameHead + 10,
    reach: longest + longestNameTail + assignmentReach + 16,
    needsAssignment: true,
    spaceless: false,
  }
}

function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122
}

function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** Returns true if a word of a name starts here: no letter precedes, or a capital follows a small letter (camel case). */
function startsWord(text: string, start: number): boolean {
  const previous = text.charCodeAt(start - 1)
  if (isUpper(previous)) return false
  return !isLower(previous) || isUpper(text.charCodeAt(start)) || text.charCodeAt(start - 2) === 92
}

/**
 * Returns true if a keyword is a separate word; a short one must not have digits or a plural either, because base64 is
 * full of them.
 */
function isWord(text: string, start: number, end: number): boolean {
  if (!startsWord(text, start) || isDigit(text.charCodeAt(start - 1))) return false
  const next = text.charCodeAt(end)
  if (end - start <= 4 && (isLower(next) || isUpper(next) || isDigit(next))) return false
  if (isUpper(next)) return isLower(text.charCodeAt(end - 1))
  return !isLower(next) || (next === 115 && !isLower(text.charCodeAt(end + 1)))
}

/** One of the last letters starts another word: `lastTokEnd` holds no token. */
function hasHump(text: string, end: number, letters: number): boolean {
  for (let index = end - letters; index < end; index++) {
    if (isUpper(text.charCodeAt(index)) && isLower(text.charCodeAt(index - 1))) return true
  }
  return false
}

/** Returns true if a keyword is written in capitals up to its end. */
export function endsUpper(text: string, end: number): boolean {
  return isUpper(text.charCodeAt(end - 1))
}
