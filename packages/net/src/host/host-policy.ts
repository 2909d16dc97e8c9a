import { type HostPattern, matchesHostPattern, parseHostPattern } from './host-pattern.ts'
import { HostPatternError } from './host-pattern-error.ts'

/** The operator's lists. Each entry is a host exactly or `*.domain`, which does not include the domain itself. */
export interface HostLists {
  /** Only these hosts. Exempts no address. Absent: any host; empty: none. */
  readonly allowHosts?: readonly string[] | undefined
  /** Never these hosts. */
  readonly denyHosts?: readonly string[] | undefined
  /** These may have a local name and resolve to special-use addresses; cloud metadata stays closed. */
  readonly internalHosts?: readonly string[] | undefined
}

/** The lists, read once. */
export interface HostPolicy {
  readonly allow: readonly HostPattern[] | undefined
  readonly deny: readonly HostPattern[]
  readonly internal: readonly HostPattern[]
}

/** Reads the lists. Throws {@link HostPatternError} for an entry that could never match a host. */
export function createHostPolicy(lists: HostLists = {}): HostPolicy {
  return {
    allow: lists.allowHosts && readList('allowHosts', lists.allowHosts),
    deny: readList('denyHosts', lists.denyHosts ?? []),
    internal: readList('internalHosts', lists.internalHosts ?? []),
  }
}

/** Returns true if any pattern of the list matches a canonical host. */
export function matchesAnyHost(patterns: readonly HostPattern[], hostname: string): boolean {
  return patterns.some((pattern) => matchesHostPattern(pattern, hostname))
}

function readList(name: keyof HostLists, entries: readonly string[]): readonly HostPattern[] {
  return entries.map((entry) => {
    const pattern = parseHostPattern(entry)
    if (pattern === undefined) throw new HostPatternError(name, entry)
    return pattern
  })
}
