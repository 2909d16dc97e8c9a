/** A JSON object that is looked into without belief. */
export type Loose = Readonly<Record<string, unknown>>

/** Returns the object, or an empty one. */
export function looseOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

/** Returns the objects of a list. */
export function loosesOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(looseOf) : []
}

/** Returns the text; empty for anything else. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const validName = /^[a-zA-Z0-9_-]{1,64}$/

/** Returns true for a text that every service takes as a name or id. */
export function isName(value: unknown): boolean {
  return typeof value === 'string' && validName.test(value)
}

/** Returns true for a text of JSON that is an object. */
export function isJsonText(value: unknown): boolean {
  try {
    const parsed: unknown = JSON.parse(textIn(value))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** Writes an event without a name. */
export function dataEvent(value: object | string): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
}

/** Writes an event under the name that its `type` says. */
export function namedEvent(value: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
}

/** Cuts a text into pieces, so that each arrives for itself. */
export function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,7}/g) ?? []
}

/** Cuts the arguments of a call in the middle. */
export function cutArguments(text: string): string {
  return text.slice(0, Math.max(1, Math.floor(text.length / 2)))
}

/** The status, headers and words that all services have in common for a failure. */
export const commonStatus = {
  rate_limited: 429,
  wait_date: 429,
  wait_in_text: 429,
  retry_info: 429,
  no_quota: 429,
  overloaded: 503,
  server_error: 500,
  do_not_retry: 500,
  should_retry: 400,
  unauthorized: 401,
  context_overflow: 400,
  output_too_long: 400,
  empty_400: 400,
  empty_413: 413,
  html_page: 502,
  html_200: 200,
  refused_prompt: 400,
  model_not_found: 404,
  invalid: 400,
  reset: 0,
  silence: 0,
} as const

/** Returns the headers of a failure that says how long to wait, or whether to try again. */
export function waitHeaders(failure: string): Readonly<Record<string, string>> {
  if (failure === 'rate_limited') return { 'retry-after': '1' }
  if (failure === 'retry_info') return { 'retry-after-ms': '40' }
  if (failure === 'wait_date') return { 'retry-after': new Date(Date.now() + 1_000).toUTCString() }
  if (failure === 'should_retry') return { 'x-should-retry': 'true' }
  if (failure === 'do_not_retry') return { 'x-should-retry': 'false' }
  return {}
}

/** The page of a proxy. */
const page = '<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>'

/** Returns the failures that no format words in a way of its own. */
export function plainFault(
  failure: string,
): { status: number; body: string; headers?: Readonly<Record<string, string>> } | undefined {
  if (failure === 'empty_400') return { status: 400, body: '' }
  if (failure === 'empty_413') return { status: 413, body: '' }
  if (failure === 'html_page') return { status: 502, body: page, headers: { 'content-type': 'text/html' } }
  if (failure === 'html_200') return { status: 200, body: page, headers: { 'content-type': 'text/html' } }
  return undefined
}
