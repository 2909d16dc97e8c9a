import { DrawbridgeError } from '@drawbridge/core'

/**
 * Returns the name of a database for messages: host, port and database.
 * @throws DrawbridgeError `invalid_option` if the text is not the URL of a PostgreSQL database, without repeating it.
 */
export function nameOfAddress(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw new DrawbridgeError(
      'invalid_option',
      'The URL of the database must be like postgres://user:password@host:5432/database. It is not shown because it may contain a password.',
    )
  }
  const host = parsed.host === '' ? (parsed.searchParams.get('host') ?? 'localhost') : parsed.host
  return `${host}${parsed.pathname}`
}
