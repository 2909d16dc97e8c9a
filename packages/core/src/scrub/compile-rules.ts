import { blockReach, findBlock, mayStartBlock } from './find-block.ts'
import { createKeywordAutomaton, type KeywordAutomaton } from './keyword-automaton.ts'
import type { Matcher } from './matcher.ts'
import { createGenericMatcher, createNamedMatcher } from './name-matcher.ts'
import type { ScrubRule } from './scrub-rule.ts'
import { createTokenMatcher } from './token-matcher.ts'

/** The matchers that ask for a keyword. */
export interface KeywordMatchers {
  /** The length of the keyword. */
  readonly length: number
  readonly free: readonly Matcher[]
  /** The matchers that need an assignment. */
  readonly bound: readonly Matcher[]
  /** The least that any of `bound` takes for a secret, in UTF-16 units. */
  readonly shortest: number
}

export interface CompiledRules {
  readonly automaton: KeywordAutomaton<KeywordMatchers>
  readonly longestKeyword: number
}

/**
 * Compiles rules into one automaton over all keywords. The matcher of a rule is made once one of its keywords is met: most processes
 * scan a few short texts, and hundreds of expressions would cost them more than that.
 */
export function compileRules(rules: readonly ScrubRule[]): CompiledRules {
  const rulesOf = new Map<string, ScrubRule[]>()
  let longestKeyword = 0
  for (const rule of rules) {
    for (const keyword of rule.keywords) {
      longestKeyword = Math.max(longestKeyword, keyword.length)
      const known = rulesOf.get(keyword)
      if (known === undefined) rulesOf.set(keyword, [rule])
      else known.push(rule)
    }
  }
  const made = new Map<ScrubRule, Matcher>()
  const matcherOf = (rule: ScrubRule): Matcher => {
    const matcher = made.get(rule) ?? createMatcher(rule)
    made.set(rule, matcher)
    return matcher
  }
  const automaton = createKeywordAutomaton([...rulesOf.keys()], (keyword): KeywordMatchers => {
    const matchers = (rulesOf.get(keyword) ?? []).map(matcherOf)
    const bound = matchers.filter(({ needsAssignment }) => needsAssignment)
    return {
      length: keyword.length,
      free: matchers.filter(({ needsAssignment }) => !needsAssignment),
      bound,
      shortest: Math.min(...bound.map(({ shortest }) => shortest)),
    }
  })
  return { automaton, longestKeyword }
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
        reach: blockReach(rule.block),
        needsAssignment: false,
        shortest: 0,
        spaceless: false,
        accepts: (text, start) => mayStartBlock(text, start, rule.block),
        match({ text, start }, report) {
          for (const span of findBlock(text, start, rule.block)) report({ rule: rule.id, ...span })
        },
      }
    default:
      return rule satisfies never
  }
}
