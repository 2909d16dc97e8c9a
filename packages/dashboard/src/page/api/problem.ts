/** A fault that the server named, in problem form (RFC 9457). */
export interface Problem {
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail?: string
  readonly retryable?: boolean
  readonly retryAfterMs?: number
  readonly requestId?: string
  readonly needs?: { readonly role?: string; readonly scope?: string }
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
  /** With `already_settled`: the person who was first, and the answer. */
  readonly by?: string
  readonly answer?: string
}

/** A request that the server refused, or that did not reach it. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.title)
    this.problem = problem
  }
}

/** Returns the problem behind any thrown value. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem
  return { title: String(error), status: 0, code: 'page_error' }
}
