import type { LinkProbe } from '../path/link-probe.ts'

/** Returns true if a path exists, or cannot be checked. */
export function isThere(path: string, probe: LinkProbe): boolean {
  try {
    return probe.inspect(path).kind !== 'missing'
  } catch {
    return true
  }
}
