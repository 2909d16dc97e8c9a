import { failure, ToolFault } from '@drawbridge/core'
import { escapeUnprintable } from '@drawbridge/core/base'
import { notFound } from '../process/spawn-fault.ts'

/** Why a program did not run inside, from what bubblewrap wrote. */
export function setupFault(program: string, errors: string): ToolFault {
  const said = escapeUnprintable(errors.trim().split('\n').at(-1) ?? '')
  if (/^bwrap: execvp .*: No such file or directory$/.test(said)) return notFound(program)
  if (/^bwrap: execvp .*: (Permission denied|Exec format error)$/.test(said)) {
    return new ToolFault(failure('command_not_found', `"${program}" cannot be run: it is not an executable file.`))
  }
  const reason = said === '' ? 'bubblewrap ended without a message' : `bubblewrap says: ${said}`
  return new ToolFault(
    failure(
      'sandbox_unavailable',
      `The sandbox could not be built; ${reason}. Ask the operator to run "drawbridge doctor".`,
    ),
  )
}
