import { DrawbridgeError } from '@drawbridge/core'

/**
 * What a database is called in messages: host, port and database.
 * @throws DrawbridgeError `invalid_option` for what is no URL of a PostgreSQL database, without showing it.
 */
export function nameOfAddress(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw new DrawbridgeError(
      'invalid_option',
      'The URL of the database must be like postgres://user:password@host:5432/database. It is not shown, for it may hold a password.',
    )
  }
  const host = parsed.host === '' ? (parsed.searchParams.get('host') ?? 'localhost') : parsed.host
  return `${host}${parsed.pathname}`
}
