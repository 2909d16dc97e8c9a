import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { type Dialect, exposedName, safeDialect } from './dialect.ts'

/** The bijection between canonical and exposed names of one snapshot. It is stored, never parsed back. */
export interface NameMap {
  readonly dialect: string
  exposedName(canonicalName: string): string | undefined
  /** The tool of a name in this dialect, or in the safe spelling of another one, if that means one tool. */
  canonicalName(exposedName: string): string | undefined
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
  return {
    dialect: dialect.name,
    exposedName: (canonicalName) => exposedByCanonical.get(canonicalName),
    canonicalName: (exposed) => canonicalByExposed.get(exposed) ?? safely(exposed),
  }
}
