/** Every problem that the gateway answers with, by code. */
export const problemCodes = {
  bad_request: { status: 400, title: 'The request cannot be read.' },
  no_session: { status: 401, title: 'You are not signed in.' },
  wrong_credentials: { status: 401, title: 'That does not let you in.' },
  forbidden: { status: 403, title: 'You may not do this.' },
  not_human: { status: 403, title: 'A person must decide this.' },
  not_remote: { status: 403, title: 'This tool is kept from callers over HTTP.' },
  proof_needed: { status: 403, title: 'Prove again who you are.' },
  wrong_origin: { status: 403, title: 'The request comes from another page.' },
  not_found: { status: 404, title: 'There is nothing here.' },
  already_settled: { status: 409, title: 'It is settled already.' },
  digest_differs: { status: 409, title: 'It is not what you were shown.' },
  conflict: { status: 409, title: 'It is not in a state that allows this.' },
  interrupted: { status: 409, title: 'The node that worked on the same request has ended.' },
  idempotency_in_progress: { status: 409, title: 'The same request is still running.' },
  expired: { status: 410, title: 'It is over.' },
  stale: { status: 412, title: 'It has changed since you read it.' },
  too_large: { status: 413, title: 'The request is too large.' },
  wrong_type: { status: 415, title: 'The request is not JSON.' },
  range_outside: { status: 416, title: 'The range is outside of the content.' },
  wrong_host: { status: 421, title: 'This server does not have that name.' },
  invalid: { status: 422, title: 'Something in the request is wrong.' },
  cursor_mismatch: { status: 422, title: 'The cursor belongs to another list.' },
  idempotency_key_reused: { status: 422, title: 'The key was used for another request.' },
  not_offered: { status: 422, title: 'That answer is not offered.' },
  version_needed: { status: 428, title: 'Say which version you change.' },
  too_many: { status: 429, title: 'Too many requests.' },
  internal_error: { status: 500, title: 'The server has failed.' },
  not_available: { status: 503, title: 'The server cannot answer now.' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>

/** The code of a problem. */
export type ProblemCode = keyof typeof problemCodes
