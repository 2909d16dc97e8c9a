import type { ConfigPath } from '@drawbridge/core/policy'

/** A configuration value that is not an object, or a whole list, with its path. */
export interface Leaf {
  readonly path: ConfigPath
  readonly value: unknown
}

/** Every single value and every list below an object. */
export function leavesOf(value: object, path: ConfigPath): readonly Leaf[] {
  return Object.entries(value).flatMap<Leaf>(([name, inner]: [string, unknown]) => {
    const place = [...path, name]
    if (inner === undefined) return []
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leavesOf(inner, place)
      : [{ path: place, value: inner }]
  })
}
