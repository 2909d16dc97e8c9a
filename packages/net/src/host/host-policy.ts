import { type HostPattern, matchesHostPattern, parseHostPattern } from './host-pattern.ts'
import { HostPatternError } from './host-pattern-error.ts'
import { type InternalHost, parseInternalHost } from './internal-host.ts'

/** The operator's lists. Each entry is a host exactly or `*.domain`, which does not include the domain itself. */
export interface HostLists {
  /** The only hosts that are allowed. Exempts no address. Absent: any host; empty: none. */
  readonly allowHosts?: readonly string[] | undefined
  /** Never these hosts. */
  readonly denyHosts?: readonly string[] | undefined
  /**
   * These may have a local name and resolve to special-use addresses; cloud metadata stays closed. With a port
   * (`searx.lan:8080`) only there.
   */
  readonly internalHosts?: readonly string[] | undefined
}

/** The lists, read once. */
export interface HostPolicy {
  readonly allow: readonly HostPattern[] | undefined
  readonly deny: readonly HostPattern[]
  readonly internal: readonly InternalHost[]
}

/** Reads the lists. Throws {@link HostPatternError} for an entry that could never match a host. */
export function createHostPolicy(lists: HostLists = {}): HostPolicy {
  return {
    allow: lists.allowHosts && readList('allowHosts', lists.allowHosts, parseHostPattern),
    deny: readList('denyHosts', lists.denyHosts ?? [], parseHostPattern),
    internal: readList('internalHosts', lists.internalHosts ?? [], parseInternalHost),
  }
}

/**
 * A policy that reads the lists of each moment, for a client that outlives them. They are read again if they are another object.
 * Throws {@link HostPatternError} as `createHostPolicy` does, at once and at each later change.
 */
export function followHostLists(current: () => HostLists | undefined): HostPolicy {
  let seen = current()
  let policy = createHostPolicy(seen)
  const now = (): HostPolicy => {
    const lists = current()
    if (lists !== seen) [seen, policy] = [lists, createHostPolicy(lists)]
    return policy
  }
  return {
    get allow() {
      return now().allow
    },
    get deny() {
      return now().deny
    },
    get internal() {
      return now().internal
    },
  }
}

/** Returns true if any pattern of the list matches a canonical host. */
export function matchesAnyHost(patterns: readonly HostPattern[], hostname: string): boolean {
  return patterns.some((pattern) => matchesHostPattern(pattern, hostname))
}

function readList<Entry>(
  name: keyof HostLists,
  entries: readonly string[],
  parse: (entry: string) => Entry | undefined,
): readonly Entry[] {
  return entries.map((entry) => {
    const pattern = parse(entry)
    if (pattern === undefined) throw new HostPatternError(name, entry)
    return pattern
  })
}
