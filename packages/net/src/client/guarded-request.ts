import type { ClientLimits } from './client-limits.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The methods that a guarded request may use. */
export type RequestMethod = (typeof methods)[number]

/** Returns true if the text is a {@link RequestMethod}. */
export function isRequestMethod(text: string): text is RequestMethod {
  return methods.some((method) => method === text)
}

/** The treatment of redirects. */
export type RedirectMode = 'follow' | 'manual' | ((to: URL) => boolean)

/** A request to a URL from an untrusted source. */
export interface GuardedRequest {
  readonly url: string
  /** `GET` by default. */
  readonly method?: RequestMethod
  /** Host, framing and hop-by-hop headers are the client's own and refused here. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Ends the request with `aborted`, also while its body is read. */
  readonly signal?: AbortSignal
  /**
   * `follow` by default; `manual` returns the redirect response itself. A function is asked about each redirect whose URL may be
   * contacted. If it returns false, the redirect response is returned.
   */
  readonly redirect?: RedirectMode
  /** Takes the place of the client's limits, one by one. */
  readonly limits?: Partial<ClientLimits>
  /**
   * True to use the connection of an earlier answer of the same server, and to leave this one for the next request: for servers that
   * are asked often. Its address is judged again each time. Default: each request has a connection of its own.
   */
  readonly keepAlive?: boolean
}
