import type { NetError } from './net-error.ts'

/** A response whose body is still to be read. Read it to its end, break off the iteration, or call `close`. */
export interface GuardedResponse extends AsyncDisposable {
  /** The HTTP status, as a number. */
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  /** The URL that answered, after redirects. */
  readonly url: string
  /** The URLs that redirected, oldest first. */
  readonly redirects: readonly string[]
  /** The vetted address that was dialled for `url`. */
  readonly address: string
  /** Decoded bytes within the limits. Iterating throws {@link NetError}; it can be iterated once. */
  readonly body: AsyncIterable<Uint8Array>
  /** Lets go of the connection. Harmless when the body has been read. */
  close(): Promise<void>
}

/** A response read to its end. */
export interface CompleteResponse extends Omit<GuardedResponse, 'body' | 'close' | keyof AsyncDisposable> {
  readonly body: Uint8Array
}

/** The outcome of a request: failures are values. */
export type RequestOutcome<Response> =
  | { readonly type: 'response'; readonly response: Response }
  | { readonly type: 'error'; readonly error: NetError }
