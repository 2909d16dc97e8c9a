import { texts } from '../texts/texts.ts'
import { type Problem, ProblemError } from './problem.ts'
import { requireProof } from './proof.ts'
import { readSessionHalf } from './session-half.ts'

/** The parts of a request in addition to its method and path. */
export interface RequestOptions {
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** The version that an edit starts from. */
  readonly ifMatch?: string
  /** Lets the server recognise a repetition of the same creating request. */
  readonly idempotencyKey?: string
}

/** An answer of the server. */
export interface Answer<Body> {
  readonly body: Body
  readonly etag?: string
}

/**
 * Sends a request to the API of this origin with the session's second half. If the server wants to know again who the person is,
 * they sign in where they are, and the request is repeated once.
 * @param path The path below `/v1`, e.g. `/approvals?state=open`.
 * @throws {@link ProblemError}
 */
export async function send<Body>(
  method: string,
  path: string,
  options: RequestOptions = {},
  isRepeated = false,
): Promise<Answer<Body>> {
  const { body, signal, ifMatch, idempotencyKey } = options
  const half = readSessionHalf()
  const headers = new Headers({ accept: 'application/json' })
  if (half !== undefined) headers.set('x-drawbridge-session', half)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`/v1${path}`, {
    method,
    headers,
    credentials: 'same-origin',
    ...content,
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ProblemError({ title: texts.problem.offline, status: 0, code: 'offline', retryable: true })
  })
  if (!response.ok) {
    const problem = await readProblem(response)
    if (problem.code === 'proof_needed' && !isRepeated && (await requireProof()))
      return send(method, path, options, true)
    throw new ProblemError(problem)
  }
  const text = response.status === 204 ? '' : await response.text()
  const etag = response.headers.get('etag')
  return {
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    ...(etag === null ? {} : { etag }),
  }
}

/** Reads a resource. As {@link send}. */
export async function read<Body>(path: string, signal?: AbortSignal): Promise<Body> {
  return (await send<Body>('GET', path, signal === undefined ? {} : { signal })).body
}

/** Changes something. As {@link send}. */
export async function write<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const options = method === 'POST' ? { body: body ?? {}, idempotencyKey: crypto.randomUUID() } : { body }
  return (await send<Body>(method, path, options)).body
}

async function readProblem(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id')
  const plain: Problem = {
    title: response.statusText || String(response.status),
    status: response.status,
    code: `http_${response.status}`,
    ...(requestId === null ? {} : { requestId }),
  }
  try {
    return { ...plain, ...((await response.json()) as Problem) }
  } catch {
    return plain
  }
}
