import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** PostgreSQL's five characters, or Node's name for a failing socket. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Classes of codes, by their first two characters: connection, resources, operator, system. */
const classesOfServer = /^(?:08|53|57|58)/
const socketErrors = /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND|ADDR)/
/** The message of `pg`, which has no code. */
const poolIsUsedUp = 'timeout exceeded when trying to connect'
const lostConnection =
  /connection terminated|connection ended|not queryable|client was closed|has encountered a connection error|read timeout/i

/**
 * Returns an error that a person can act on if the server or the connection failed; the error itself if a statement
 * did.
 */
export function explainPostgresError(error: unknown, name: string): unknown {
  if (DrawbridgeError.isInstance(error)) return error
  const code = postgresCode(error)
  const reason = [code, describe(error)].filter((part) => part !== undefined && part !== '').join(': ')
  const cause = { cause: error }
  if (code === undefined && reason === poolIsUsedUp) {
    const wayOut =
      'A transaction must not wait for anything slow, nor for another connection. If all of them are short, raise store.poolSize.'
    return new DrawbridgeError(
      'store_unavailable',
      `All connections to the database ${name} are in use. ${wayOut}`,
      cause,
    )
  }
  if (code === '53100') {
    return new DrawbridgeError(
      'store_full',
      `The disk of the database ${name} is full (${reason}). Free some space.`,
      cause,
    )
  }
  if (code === '25006') {
    return new DrawbridgeError(
      'store_read_only',
      `The database ${name} is read-only (${reason}). Name the primary server.`,
      cause,
    )
  }
  if (code === '55P03') {
    const wayOut = 'Another transaction holds a lock: end it, or try again.'
    return new DrawbridgeError('store_unavailable', `The database ${name} is locked (${reason}). ${wayOut}`, cause)
  }
  if (code === '40001' || code === '40P01') {
    const wayOut = 'It conflicted with another transaction; try again.'
    return new DrawbridgeError(
      'store_unavailable',
      `A transaction on the database ${name} was ended (${reason}). ${wayOut}`,
      cause,
    )
  }
  if (code === '57014') {
    const wayOut = 'The server is busy, or the statement is large: try again.'
    return new DrawbridgeError(
      'store_unavailable',
      `A statement took too long on the database ${name} (${reason}). ${wayOut}`,
      cause,
    )
  }
  if (code !== undefined && /^(?:28|3D)/.test(code)) {
    const wayOut = 'Check user, password and database in its URL.'
    return new DrawbridgeError(
      'store_unavailable',
      `The database ${name} refuses the connection (${reason}). ${wayOut}`,
      cause,
    )
  }
  if (code === undefined ? lostConnection.test(reason) : classesOfServer.test(code) || socketErrors.test(code)) {
    const wayOut =
      'Statements in flight may or may not have been committed. Make sure that the server runs; the next call connects again.'
    return new DrawbridgeError(
      'store_unavailable',
      `The database ${name} cannot be reached (${reason}). ${wayOut}`,
      cause,
    )
  }
  return error
}

/** Returns true if no answer came in time, so that the connection still waits for one and cannot be used. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'Query read timeout'
}

/** At the opening nothing else can have failed than the way to the server. */
export function explainRefusedOpening(error: unknown, name: string): unknown {
  const explained = explainPostgresError(error, name)
  if (explained !== error || DrawbridgeError.isInstance(error)) return explained
  const message = `The database ${name} cannot be opened (${describe(error)}). Check its URL and the requirements of the server.`
  return new DrawbridgeError('store_unavailable', message, { cause: error })
}

/** Node reports several addresses that were tried in one error without a text. */
function describe(error: unknown): string {
  return error instanceof AggregateError && error.message === ''
    ? error.errors.map(errorMessage).join(', ')
    : errorMessage(error)
}
