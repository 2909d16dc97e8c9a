import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** PostgreSQL's five characters, or Node's name for a failing socket. */
export function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Classes of codes, by their first two characters: connection, resources, operator, system. */
const classesOfServer = /^(?:08|53|57|58)/
const socketErrors = /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|AI_|NOTFOUND|ADDR)/
/** What `pg` says without a code. */
const poolIsUsedUp = 'timeout exceeded when trying to connect'
const lostConnection =
  /connection terminated|connection ended|not queryable|client was closed|has encountered a connection error|read timeout/i

/** What a person can act on, where the server or the way to it fails; the error itself where a statement does. */
export function explainPostgresError(error: unknown, name: string): unknown {
  if (DrawbridgeError.isInstance(error)) return error
  const code = postgresCode(error)
  const reason = [code, describe(error)].filter((part) => part !== undefined && part !== '').join(': ')
  const cause = { cause: error }
  if (code === undefined && reason === poolIsUsedUp) {
    const wayOut =
      'Transactions must wait for nothing slow, and never for the database itself; or let store.poolSize be larger.'
    return new DrawbridgeError(
      'store_unavailable',
      `All connections to the database ${name} are in use. ${wayOut}`,
      cause,
    )
  }
  if (code === '53100') {
    return new DrawbridgeError(
      'store_full',
      `The disk of the database ${name} is full (${reason}). Make room on it.`,
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
    const wayOut = 'Another transaction keeps a lock: end that one, or try again.'
    return new DrawbridgeError('store_unavailable', `The database ${name} is locked (${reason}). ${wayOut}`, cause)
  }
  if (code === '40001' || code === '40P01') {
    const wayOut = 'It met another transaction; try again.'
    return new DrawbridgeError(
      'store_unavailable',
      `A transaction on the database ${name} was ended (${reason}). ${wayOut}`,
      cause,
    )
  }
  if (code === '57014') {
    const wayOut = 'The server is busy, or much is to be done: try again.'
    return new DrawbridgeError(
      'store_unavailable',
      `A statement took too long on the database ${name} (${reason}). ${wayOut}`,
      cause,
    )
  }
  if (code !== undefined && /^(?:28|3D)/.test(code)) {
    const wayOut = 'Look at user, password and database in its URL.'
    return new DrawbridgeError(
      'store_unavailable',
      `The database ${name} refuses the connection (${reason}). ${wayOut}`,
      cause,
    )
  }
  if (code === undefined ? lostConnection.test(reason) : classesOfServer.test(code) || socketErrors.test(code)) {
    const wayOut = 'What was in flight may or may not be kept. See that the server runs; the next call connects again.'
    return new DrawbridgeError(
      'store_unavailable',
      `The database ${name} cannot be reached (${reason}). ${wayOut}`,
      cause,
    )
  }
  return error
}

/** Whether no answer came in time, so that the connection still waits for one and takes nothing else. */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'Query read timeout'
}

/** At the opening nothing else can have failed than the way to the server. */
export function explainRefusedOpening(error: unknown, name: string): unknown {
  const explained = explainPostgresError(error, name)
  if (explained !== error || DrawbridgeError.isInstance(error)) return explained
  const message = `The database ${name} cannot be opened (${describe(error)}). Look at its URL, and at what the server demands.`
  return new DrawbridgeError('store_unavailable', message, { cause: error })
}

/** Node reports several addresses that were tried in one error without a text. */
function describe(error: unknown): string {
  return error instanceof AggregateError && error.message === ''
    ? error.errors.map(errorMessage).join(', ')
    : errorMessage(error)
}
