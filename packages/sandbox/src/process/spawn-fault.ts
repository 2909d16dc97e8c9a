import { existsSync } from 'node:fs'
import { failure, ToolFault } from '@drawbridge/core'
import { errnoOf, faultFromErrno } from '../files/fault-from-errno.ts'

/**
 * Returns the reason that a program did not start, as a message for the model. `program` is the name in the call; `cwd` is real.
 */
export function spawnFault(error: unknown, program: string, cwd: string): unknown {
  if (ToolFault.isInstance(error)) return error
  switch (errnoOf(error)) {
    case 'ENOENT':
      return existsSync(cwd) ? notFound(program, error) : faultFromErrno(error, cwd)
    case 'EACCES':
    case 'EPERM':
    case 'ENOTDIR':
      return fault('command_not_found', `"${program}" cannot be run: it is not an executable file.`, error)
    case 'ENOEXEC':
      return fault(
        'command_failed',
        `"${program}" cannot be run: this machine does not know its format. Run it through its interpreter.`,
        error,
      )
    case 'E2BIG':
      return fault(
        'invalid_target',
        `The arguments of "${program}" are longer than the system allows. Pass them in a file or by standard input.`,
        error,
      )
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return fault(
        'quota_exceeded',
        `"${program}" cannot be started: this machine cannot create another process now. Try later.`,
        error,
      )
    default:
      return error
  }
}

export function notFound(program: string, cause?: unknown): ToolFault {
  const where = program.includes('/') ? 'The file does not exist' : 'It is not on the search path'
  return fault('command_not_found', `"${program}" was not found. ${where}; check its name, or install it first.`, cause)
}

function fault(code: Parameters<typeof failure>[0], message: string, cause: unknown): ToolFault {
  return new ToolFault(failure(code, message), { cause })
}
