import type { Dialect, ExposedNames, Speech } from '../dialect/dialect.ts'
import { exposedName, safeDialect, safeName } from '../dialect/plain-dialects.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'

/** The bijection between canonical and exposed names of one snapshot. It is stored, never parsed back. */
export interface NameMap extends ExposedNames {
  readonly dialect: string
  /** The tool of a name in this dialect, or in the safe spelling of another one, if that means one tool. */
  canonicalName(exposedName: string): string | undefined
  /** Returns how the dialect speaks of the tool of a name or alias, if its parameters or its description are its own. */
  speech(exposedName: string): Speech | undefined
}

/** Tools of servers, whose names strangers choose: they never take the name of another tool, whatever the order. */
const isForeign = (canonicalName: string) => canonicalName.startsWith('mcp.')

/**
 * Throws `name_clash`, which names both tools, if two would be exposed under one name. A server's tool that would clash has its name
 * by the `safe` rule.
 */
export function createNameMap(canonicalNames: Iterable<string>, dialect: Dialect): NameMap {
  const exposedByCanonical = new Map<string, string>()
  const canonicalByExposed = new Map<string, string>()
  const all = [...canonicalNames]
  const wanted = new Map(all.map((name) => [name, exposedName(name, dialect)]))
  const uses = new Map<string, number>()
  for (const exposed of wanted.values()) uses.set(exposed, (uses.get(exposed) ?? 0) + 1)
  for (const canonicalName of all) {
    const own = wanted.get(canonicalName) ?? ''
    const exposed = isForeign(canonicalName) && (uses.get(own) ?? 0) > 1 ? safeName(canonicalName) : own
    const taken = canonicalByExposed.get(exposed)
    if (taken !== undefined && taken !== canonicalName) {
      throw new DrawbridgeError(
        'name_clash',
        `"${taken}" and "${canonicalName}" would both be exposed as "${exposed}" in the dialect "${dialect.name}". Rename or remove one of them.`,
      )
    }
    exposedByCanonical.set(canonicalName, exposed)
    canonicalByExposed.set(exposed, canonicalName)
  }
  const safely = (exposed: string): string | undefined => {
    if (dialect === safeDialect || exposedByCanonical.has(exposed)) return undefined
    const meant = [...exposedByCanonical.keys()].filter((name) => exposedName(name, safeDialect) === exposed)
    return meant.length === 1 ? meant[0] : undefined
  }
  const aliased = (name: string): Speech | undefined => {
    const speech = dialect.speech?.(name)
    return speech === undefined || !exposedByCanonical.has(speech.tool) ? undefined : speech
  }
  /** A tool may have a name that is another one's alias: a shown name comes first. */
  const speechOf = (name: string): Speech | undefined => {
    const shown = canonicalByExposed.get(name)
    const speech = aliased(name)
    return shown === undefined || shown === speech?.tool ? speech : undefined
  }
  return {
    dialect: dialect.name,
    exposedName: (canonicalName) => exposedByCanonical.get(canonicalName),
    canonicalName: (exposed) => canonicalByExposed.get(exposed) ?? aliased(exposed)?.tool ?? safely(exposed),
    speech: (exposed) => (dialect.speech === undefined ? undefined : speechOf(exposed)),
  }
}
