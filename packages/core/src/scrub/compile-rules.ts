import { blockReach, findBlock, mayStartBlock } from './find-block.ts'
import { buildKeywordAutomaton, type KeywordAutomaton } from './keyword-automaton.ts'
import type { Matcher } from './matcher.ts'
import { createGenericMatcher, createNamedMatcher } from './name-matcher.ts'
import type { ScrubRule } from './scrub-rule.ts'
import { createTokenMatcher } from './token-matcher.ts'

/** A keyword that ends in a state of the automaton, with the matchers that ask for it. */
export interface KeywordMatchers {
  readonly length: number
  readonly free: readonly Matcher[]
  /** The matchers that need an assignment. */
  readonly bound: readonly Matcher[]
  /** The least that any of `bound` takes for a secret, in UTF-16 units. */
  readonly shortest: number
}

export interface CompiledRules {
  readonly automaton: KeywordAutomaton
  /** By `(row - firstAccepting) >> classBits`. */
  readonly endings: readonly (readonly KeywordMatchers[])[]
  readonly longestKeyword: number
  /** The farthest that any matcher looks back. */
  readonly longestBack: number
}

/** Compiles rules into one automaton over all keywords and a matcher for each rule. */
export function compileRules(rules: readonly ScrubRule[]): CompiledRules {
  const byKeyword = new Map<string, Matcher[]>()
  let longestBack = 0
  for (const rule of rules) {
    const matcher = createMatcher(rule)
    longestBack = Math.max(longestBack, matcher.back)
    for (const keyword of rule.keywords) {
      const known = byKeyword.get(keyword)
      if (known === undefined) byKeyword.set(keyword, [matcher])
      else known.push(matcher)
    }
  }
  const keywords = [...byKeyword.keys()]
  const automaton = buildKeywordAutomaton(keywords)
  const sorted = keywords.map((keyword): KeywordMatchers => {
    const matchers = byKeyword.get(keyword) ?? []
    const bound = matchers.filter(({ needsAssignment }) => needsAssignment)
    return {
      length: keyword.length,
      free: matchers.filter(({ needsAssignment }) => !needsAssignment),
      bound,
      shortest: Math.min(...bound.map(({ shortest }) => shortest)),
    }
  })
  return {
    automaton,
    endings: automaton.endings.map((indexes) => indexes.map((index) => sorted[index] as KeywordMatchers)),
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
