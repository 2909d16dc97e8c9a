import type { Dialect, ExposedNames, Speech } from '../dialect/dialect.ts'
import { exposedName, safeDialect } from '../dialect/plain-dialects.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'

/** The bijection between canonical and exposed names of one snapshot. It is stored, never parsed back. */
export interface NameMap extends ExposedNames {
  readonly dialect: string
  /** The tool of a name in this dialect, or in the safe spelling of another one, if that means one tool. */
  canonicalName(exposedName: string): string | undefined
  /** Returns how the dialect speaks of the tool of a name or alias, if its parameters or its description are its own. */
  speech(exposedName: string): Speech | undefined
}

/** Throws `name_clash`, which names both tools, if two would be exposed under one name. */
export function createNameMap(canonicalNames: Iterable<string>, dialect: Dialect): NameMap {
  const exposedByCanonical = new Map<string, string>()
  const canonicalByExposed = new Map<string, string>()
  for (const canonicalName of canonicalNames) {
    const exposed = exposedName(canonicalName, dialect)
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
