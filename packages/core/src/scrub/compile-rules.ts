import { alphanumerics, base64Characters, type CharacterSet, runCharacters } from './character-sets.ts'
import { entropy } from './entropy.ts'
import { blockReach, findBlock } from './find-block.ts'
import { judgeAssignment } from './judge-assignment.ts'
import { buildKeywordAutomaton, type KeywordAutomaton } from './keyword-automaton.ts'
import { longestNameHead, longestNameTail, type NameReader } from './name-reader.ts'
import { hasSequence, isPlaceholder } from './placeholder.ts'
import { assignmentReach } from './read-assignment.ts'
import type { Redaction } from './redaction.ts'
import type { Boundary, GenericRule, NamedRule, ScrubRule, TokenRule } from './scrub-rule.ts'

/** Takes what a matcher found. */
export type Report = (redaction: Redaction) => void

/** Decides about one occurrence of a rule's keyword. Its verdict depends on nothing outside `[start - back, start + reach)`. */
export interface Matcher {
  readonly back: number
  readonly reach: number
  match(occurrence: Occurrence, report: Report): void
}

/** A keyword found in a text. */
export interface Occurrence {
  readonly text: string
  readonly names: NameReader
  start: number
  end: number
}

/** A keyword that ends in a state of the automaton, with the matchers that ask for it. */
export interface KeywordMatchers {
  readonly length: number
  readonly matchers: readonly Matcher[]
}

export interface CompiledRules {
  readonly automaton: KeywordAutomaton
  /** By `state - firstAccepting`. */
  readonly endings: readonly (readonly KeywordMatchers[])[]
  readonly longestKeyword: number
  /** The farthest that any matcher looks back. */
  readonly longestBack: number
}

/** Compiles rules into one automaton over all keywords and a matcher for each rule. */
export function compileRules(rules: readonly ScrubRule[]): CompiledRules {
  const matchers = new Map<string, Matcher[]>()
  let longestBack = 0
  for (const rule of rules) {
    const matcher = createMatcher(rule)
    longestBack = Math.max(longestBack, matcher.back)
    for (const keyword of rule.keywords) {
      const known = matchers.get(keyword)
      if (known === undefined) matchers.set(keyword, [matcher])
      else known.push(matcher)
    }
  }
  const keywords = [...matchers.keys()]
  const automaton = buildKeywordAutomaton(keywords)
  const byKeyword = keywords.map((keyword) => ({ length: keyword.length, matchers: matchers.get(keyword) ?? [] }))
  return {
    automaton,
    endings: automaton.endings.map((indexes) => indexes.map((index) => byKeyword[index] as KeywordMatchers)),
    longestKeyword: Math.max(0, ...keywords.map((keyword) => keyword.length)),
    longestBack,
  }
}

function createMatcher(rule: ScrubRule): Matcher {
  switch (rule.kind) {
    case 'token':
      return createTokenMatcher(rule)
    case 'named':
      return createNamedMatcher(rule)
    case 'generic':
      return createGenericMatcher(rule)
    case 'block':
      return {
        back: 0,
        reach: blockReach,
        match({ text, start }, report) {
          for (const span of findBlock(text, start, rule.block)) report({ rule: rule.id, ...span })
        },
      }
    default:
      return rule satisfies never
  }
}

function createTokenMatcher(rule: TokenRule): Matcher {
  const blocking = blockingCharacters[rule.boundary ?? 'run']
  const reach = rule.reach ?? 400
  const source = rule.lead === undefined ? `(?:${rule.pattern})` : `(?<=(?<lead>${rule.lead}))(?:${rule.pattern})`
  const expression = new RegExp(source, rule.ignoreCase ? 'iy' : 'y')
  return {
    back: 66,
    reach: reach + 2,
    match({ text, start }, report) {
      if (rule.lead === undefined && !isBoundary(text, start, blocking)) return
      expression.lastIndex = start
      const match = expression.exec(text)
      if (match === null) return
      const secret = match.groups?.secret
      if (secret !== undefined) {
        const from = start + match[0].lastIndexOf(secret)
        if (isAcceptable(secret, rule)) report({ rule: rule.id, start: from, end: from + secret.length })
        return
      }
      const whole = (match.groups?.lead ?? '') + match[0]
      const end = start + match[0].length
      if (isAcceptable(whole, rule)) report({ rule: rule.id, start: end - whole.length, end })
    },
  }
}

const blockingCharacters: Readonly<Record<Boundary, CharacterSet | undefined>> = {
  run: runCharacters,
  base64: base64Characters,
  alphanumeric: alphanumerics,
  none: undefined,
}

/** Whether a token may start at `start`, given what stands before it. */
function isBoundary(text: string, start: number, blocking: CharacterSet | undefined): boolean {
  if (start === 0 || blocking === undefined) return true
  const previous = text.charCodeAt(start - 1)
  if (blocking[previous] !== 1) return true
  if (previous === 109) return /\[[\d;]{0,12}m$/.test(text.slice(Math.max(0, start - 14), start))
  return (previous === 110 || previous === 114 || previous === 116) && text.charCodeAt(start - 2) === 92
}

function createNamedMatcher(rule: NamedRule): Matcher {
  const expression = new RegExp(`(?:${rule.value})(?![\\w-])`, 'iy')
  return {
    ...nameWindow(rule),
    match({ text, names, start, end }, report) {
      if (!startsWord(text, start) || hasHump(text, end, 1)) return
      for (const assignment of names.assignmentsAt(end)) {
        expression.lastIndex = assignment.start
        const match = expression.exec(text)
        if (match !== null && isAcceptable(match[0], rule) && isTelling(match[0], names, start, end)) {
          report({ rule: rule.id, start: assignment.start, end: assignment.start + match[0].length })
        }
      }
    },
  }
}

/** A value without digits may be a word: then the name has to speak of a secret. */
function isTelling(value: string, names: NameReader, start: number, end: number): boolean {
  return /[\d:]/.test(value) || /token|secret|key|auth/i.test(names.nameAt(start, end))
}

function createGenericMatcher(rule: GenericRule): Matcher {
  return {
    ...nameWindow(rule),
    match({ text, names, start, end }, report) {
      if (hasHump(text, end, 2) || (rule.standalone === true && !isWord(text, start, end))) return
      if (rule.trust === 'environment' && !isUpper(text.charCodeAt(end - 1))) return
      const name = (): string => names.nameAt(start, end)
      for (const assignment of names.assignmentsAt(end)) {
        const value = text.slice(assignment.start, assignment.end)
        if (judgeAssignment({ assignment, value, trust: rule.trust, name }) && isAcceptable(value, rule)) {
          report({ rule: rule.id, start: assignment.start, end: assignment.end })
        }
      }
    },
  }
}

function nameWindow(rule: ScrubRule): { back: number; reach: number } {
  const longest = Math.max(...rule.keywords.map((keyword) => keyword.length))
  return { back: longestNameHead + 2, reach: longest + longestNameTail + assignmentReach + 16 }
}

function isAcceptable(secret: string, { entropy: bits = 2, allow, rejectSequences }: ScrubRule): boolean {
  if (bits > 0 && (isPlaceholder(secret) || entropy(secret) < bits)) return false
  if (rejectSequences === true && hasSequence(secret)) return false
  return allow === undefined || !allow.some((word) => secret.toLowerCase().includes(word))
}

function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122
}

function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90
}

/** A word of a name starts where no letter precedes, or at the hump of camel case. */
function startsWord(text: string, start: number): boolean {
  const previous = text.charCodeAt(start - 1)
  if (isUpper(previous)) return false
  return !isLower(previous) || isUpper(text.charCodeAt(start)) || text.charCodeAt(start - 2) === 92
}

/** One of the last letters starts another word: `lastTokEnd` holds no token. */
function hasHump(text: string, end: number, letters: number): boolean {
  for (let index = end - letters; index < end; index++) {
    if (isUpper(text.charCodeAt(index)) && isLower(text.charCodeAt(index - 1))) return true
  }
  return false
}

function isWord(text: string, start: number, end: number): boolean {
  if (!startsWord(text, start) || (text.charCodeAt(start - 1) >= 48 && text.charCodeAt(start - 1) <= 57)) return false
  const next = text.charCodeAt(end)
  if (end - start <= 4 && alphanumerics[next] === 1) return false
  if (isUpper(next)) return isLower(text.charCodeAt(end - 1))
  return !isLower(next) || (next === 115 && !isLower(text.charCodeAt(end + 1)))
}
