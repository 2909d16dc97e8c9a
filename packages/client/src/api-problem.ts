import type { Schemas } from './operations.ts'

/** The code of a refusal. */
export type ProblemCode = Schemas['Problem']['code']

/** The body of a refusal, with the facts that its code brings along. */
export type ProblemBody = Schemas['Problem'] & Readonly<Record<string, unknown>>

/** A request that the server refused, or that it could not answer. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ProblemCode
  /** The HTTP status. */
  readonly status: number
  /** True if the same request may succeed later. */
  readonly retryable: boolean
  /** The time after which to try again, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** The whole answer, with the facts that its code brings along. */
  readonly body: ProblemBody

  constructor(status: number, body: ProblemBody) {
    super(body.detail)
    this.code = body.code
    this.status = status
    this.retryable = body.retryable
    this.retryAfterMs = body.retryAfterMs
    this.body = body
  }
}

/** Returns the problem of a refusal. One that is not in problem form comes from something between client and server. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const text = await response.text()
  const body = response.headers.get('content-type')?.includes('json') === true ? parse(text) : undefined
  if (isProblem(body)) return new ApiProblem(response.status, body)
  const detail = `The server answered ${response.status}, not in problem form: ${text.slice(0, 200)}`
  return new ApiProblem(response.status, {
    ...{ type: 'about:blank', title: response.statusText, status: response.status, detail, instance: '' },
    ...{ code: response.status < 500 ? 'bad_request' : 'not_available', retryable: response.status >= 500 },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isProblem(value: unknown): value is ProblemBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && 'retryable' in value
}
