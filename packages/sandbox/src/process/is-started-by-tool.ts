import { processMarker } from './process-marker.ts'
import { systemProcessTable } from './process-table.ts'

/**
 * Returns true if a tool of Drawbridge started this process or one of its ancestors: then a model uses the command
 * line, not a person. Only a first line of defence: an unsandboxed program of the same user can hide its origin.
 */
export function isStartedByTool(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment[processMarker] !== undefined) return true
  for (let pid = process.ppid; pid > 1; pid = systemProcessTable.inspect(pid)?.parent ?? 0) {
    if (systemProcessTable.hasVariable(pid, processMarker)) return true
  }
  return false
}
