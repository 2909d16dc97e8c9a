import { processMarker } from './process-marker.ts'
import { systemProcessTable } from './process-table.ts'

/**
 * Whether a tool of Drawbridge started this process, or one that it comes from: then a model sits at the command line, and no
 * person. A seat belt: a program that runs without a sandbox as the same user can hide where it comes from.
 */
export function isStartedByTool(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment[processMarker] !== undefined) return true
  for (let pid = process.ppid; pid > 1; pid = systemProcessTable.inspect(pid)?.parent ?? 0) {
    if (systemProcessTable.hasVariable(pid, processMarker)) return true
  }
  return false
}
