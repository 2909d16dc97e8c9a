import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { type Dialect, exposedName } from './dialect.ts'

/** The bijection between canonical and exposed names of one snapshot. It is stored, never parsed back. */
export interface NameMap {
  readonly dialect: string
  exposedName(canonicalName: string): string | undefined
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
  return {
    dialect: dialect.name,
    exposedName: (canonicalName) => exposedByCanonical.get(canonicalName),
    canonicalName: (exposed) => canonicalByExposed.get(exposed),
  }
}
