import type { Target } from '../../target/target.ts'
import { mayBe, type TargetCondition } from './target-matcher.ts'

/** Matches one host exactly, or with `*.example.com` every host below it (not the domain itself); `*` matches all. */
export function compileHostPattern(text: string): (host: string) => boolean {
  const pattern = canonical(text)
  if (pattern === '*') return () => true
  if (pattern.startsWith('*.')) return (host) => canonical(host).endsWith(pattern.slice(1))
  return (host) => canonical(host) === pattern
}

/** A name whose last label begins with a letter is not a disguised address, and in lower case it has one form. */
const plainName = /^(?:[a-z0-9_-]+\.)*[a-z][a-z0-9-]*$/

/**
 * Names mean the same in any case or script, with or without their last dot; addresses in every notation, with or without
 * brackets. The form is that of the URL standard (https://url.spec.whatwg.org/#host-parsing).
 */
function canonical(host: string): string {
  return plainName.test(host) ? host : (parseHost(host) ?? host.toLowerCase())
}

function parseHost(text: string): string | undefined {
  const name = text.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1')
  const isWritable = /^[^\s/@?#%[\]\\]+$/.test(name) && !name.split('.').includes('')
  if (!isWritable) return undefined
  try {
    return new URL(`http://${name.includes(':') ? `[${name}]` : name}/`).hostname.replace(/^\[(.*)\]$/, '$1')
  } catch {
    return undefined
  }
}

/** Returns the problem of a text as a host pattern. */
export function hostPatternProblem(text: string): string | undefined {
  const isBelow = text.startsWith('*.')
  const name = isBelow ? text.slice(2) : text
  const host = name.includes('*') ? undefined : parseHost(name)
  const isAddress = host !== undefined && (host.includes(':') || /^[\d.]+$/.test(host))
  if (text === '*' || (host !== undefined && !(isBelow && isAddress))) return undefined
  return `"${text}" is not a host. Write "example.com", or "*.example.com" for its subdomains.`
}

export function matchHost(patterns: readonly ((host: string) => boolean)[]): TargetCondition {
  const matches = (target: Target) => target.kind === 'host' && patterns.some((pattern) => pattern(target.host))
  return {
    kind: 'host',
    covers: matches,
    touches: (target) => (matches(target) ? 'yes' : mayBe(target, 'host') ? 'maybe' : 'no'),
    spells: () => false,
  }
}
