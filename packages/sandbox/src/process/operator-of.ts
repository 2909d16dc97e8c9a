import { userInfo } from 'node:os'
import type { AnswerSender } from '@drawbridge/core/approval'
import { isStartedByTool } from './is-started-by-tool.ts'

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
