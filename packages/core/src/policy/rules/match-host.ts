import type { Target } from '../../target/target.ts'
import { mayBe, type TargetMatcher } from './target-matcher.ts'

/** Matches one host exactly, or with `*.example.com` every host below it (not the domain itself); `*` matches all. */
export function compileHostPattern(text: string): (host: string) => boolean {
  const pattern = canonical(text)
  if (pattern === '*') return () => true
  if (pattern.startsWith('*.')) return (host) => canonical(host).endsWith(pattern.slice(1))
  return (host) => canonical(host) === pattern
}

/** Names mean the same in any case, with or without their last dot, and addresses with or without brackets. */
function canonical(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}

/** What is wrong with the text as a host pattern. */
export function hostPatternProblem(text: string): string | undefined {
  const isPattern = /^(?:\*|(?:\*\.)?[^\s*/@:?#[\]]+|\[?[0-9a-f:.]*:[0-9a-f:.]*\]?)$/i.test(text)
  return isPattern ? undefined : `"${text}" is not a host. Write "example.com", or "*.example.com" for all below it.`
}

export function matchHost(patterns: readonly ((host: string) => boolean)[]): TargetMatcher {
  const matches = (target: Target) => target.kind === 'host' && patterns.some((pattern) => pattern(target.host))
  return {
    kind: 'host',
    covers: matches,
    touches: (target) => (matches(target) ? 'yes' : mayBe(target, 'host') ? 'maybe' : 'no'),
    spells: () => false,
  }
}
