import type { LinkProbe } from '../path/link-probe.ts'

/** Whether something lies at a path. What cannot be looked at does. */
export function isThere(path: string, probe: LinkProbe): boolean {
  try {
    return probe.inspect(path).kind !== 'missing'
  } catch {
    return true
  }
}
