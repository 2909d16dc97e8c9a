import { userInfo } from 'node:os'
import type { AnswerSender } from '@drawbridge/core/approval'
import { processMarker } from './process-marker.ts'
import { systemProcessTable } from './process-table.ts'

/**
 * Returns the person at a command line, as the record names them. A process that a tool started is not a person: a model must not
 * answer itself.
 */
export function operatorOf(environment: Readonly<Record<string, string | undefined>>): AnswerSender {
  return { client: userName(), human: !isStartedByTool(environment) }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A user without an entry among the machine's accounts, as in many containers.
    return 'operator'
  }
}

/**
 * Returns true if a tool of Drawbridge started this process or one of its ancestors: then a model uses the command
 * line, not a person. Only a first line of defence: an unsandboxed program of the same user can hide its origin.
 */
function isStartedByTool(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment[processMarker] !== undefined) return true
  for (let pid = process.ppid; pid > 1; pid = systemProcessTable.inspect(pid)?.parent ?? 0) {
    if (systemProcessTable.hasVariable(pid, processMarker)) return true
  }
  return false
}
