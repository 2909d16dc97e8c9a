import type { Boundaries } from '../path/boundaries.ts'
import { closureOf, zoneOf } from '../path/path-place.ts'
import { isSensitivePath } from '../path/sensitive-path.ts'

/**
 * Returns true if a sandbox hides a real path, if it exists: it contains credentials, or is closed to every tool. Pure.
 */
export function isHidden(real: string, boundaries: Boundaries): boolean {
  const { home, denied } = boundaries
  if (isSensitivePath(real, boundaries)) return true
  const closed = { denied, ...(home === undefined ? {} : { home }) }
  return closureOf(real, zoneOf(real, 'read', boundaries), closed) !== undefined
}
