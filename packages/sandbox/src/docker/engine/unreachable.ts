import { errorMessage } from '@drawbridge/core'
import { errnoOf } from '../../files/fault-from-errno.ts'
import { EngineError } from './engine-error.ts'

/**
 * Returns the error if an engine did not answer, in words for the operator. An engine's own answer is returned
 * unchanged.
 */
export function unreachable(error: unknown, socket: string): unknown {
  if (EngineError.isInstance(error)) return error
  return new EngineError(undefined, `No container engine answers at "${socket}": ${reasonOf(error)}`, { cause: error })
}

function reasonOf(error: unknown): string {
  switch (errnoOf(error)) {
    case 'ENOENT':
      return 'the socket does not exist. Start Docker or Podman, or name the right socket.'
    case 'ECONNREFUSED':
      return 'nothing listens there. Start Docker or Podman, or name the right socket.'
    case 'EACCES':
    case 'EPERM':
      return 'this user may not use it. Use the socket of a rootless engine, or ask the operator for access.'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection was cut.'
    default:
      return errorMessage(error)
  }
}
