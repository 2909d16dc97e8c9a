import type { IncomingMessage } from 'node:http'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The `Location` of a redirect response, read as UTF-8 when its bytes are; undefined for any other response. */
export function redirectLocation({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  const { location } = headers
  if (location === undefined || !redirectStatuses.has(statusCode)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(location, 'latin1'))
  } catch {
    return location
  }
}
