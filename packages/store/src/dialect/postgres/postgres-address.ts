import { DrawbridgeError } from '@drawbridge/core'

export interface PostgresAddress {
  /** With every setting of ours in it. */
  readonly connectionString: string
  /** Host, port and database: for messages. */
  readonly name: string
}

/** A commit is acknowledged when it is durable, whatever the server is set to. */
const ownSettings = '-c synchronous_commit=on'

/** @throws DrawbridgeError `invalid_option` for what is no URL of a PostgreSQL database, without showing it. */
export function readPostgresUrl(url: string): PostgresAddress {
  const parsed = URL.parse(url)
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw new DrawbridgeError(
      'invalid_option',
      'The URL of the database must be like postgres://user:password@host:5432/database. It is not shown, for it may hold a password.',
    )
  }
  const given = parsed.searchParams.get('options')
  parsed.searchParams.set('options', given === null ? ownSettings : `${given} ${ownSettings}`)
  const host = parsed.host === '' ? (parsed.searchParams.get('host') ?? 'localhost') : parsed.host
  return { connectionString: parsed.href, name: `${host}${parsed.pathname}` }
}
