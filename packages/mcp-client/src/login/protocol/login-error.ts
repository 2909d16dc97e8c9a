/** The reasons for which a login fails. */
export type LoginErrorCode =
  /** The server, or its authorization server, does not offer what a login needs. */
  | 'not_supported'
  | 'unsafe_address'
  /** The answer came from another authorization server than the one that was asked. */
  | 'wrong_sender'
  /** The answer belongs to another login, or to none. */
  | 'stray_answer'
  /** The person or the authorization server refused. */
  | 'refused'
  /** The address of the answer could not be opened, or it did not come. */
  | 'no_answer'

const marker = Symbol.for('drawbridge.mcp-client.LoginError')

/** A login that failed. Its message is for the operator and holds no secret and nothing of an untrusted answer. */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  readonly code: LoginErrorCode
  readonly [marker] = true

  constructor(code: LoginErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  static isInstance(value: unknown): value is LoginError {
    return value instanceof Error && Object.hasOwn(value, marker)
  }
}

const neededMarker = Symbol.for('drawbridge.mcp-client.LoginNeededError')

/** A request that cannot succeed before somebody logs in, or logs in again. Its message tells how. */
export class LoginNeededError extends Error {
  override readonly name = 'LoginNeededError'
  readonly [neededMarker] = true

  static isInstance(value: unknown): value is LoginNeededError {
    return value instanceof Error && Object.hasOwn(value, neededMarker)
  }
}
