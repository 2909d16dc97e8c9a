import { DrawbridgeError } from '@drawbridge/core'
import pg from 'pg'
import { defaultPatienceMs, type PostgresOptions } from '../../database/database-options.ts'
import type { Dialect } from '../dialect.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import { readPostgresUrl } from './postgres-address.ts'
import { PostgresDialect } from './postgres-dialect.ts'
import { readValues } from './read-values.ts'
import type { ListenClient } from './watch-postgres-changes.ts'

const oldestServer = 15
/** A transaction whose process stands still would otherwise keep its locks for ever. */
const idleTransactionMs = 60_000

export async function openPostgres(options: PostgresOptions): Promise<Dialect> {
  const { url, durability, poolSize = 10, patienceMs = defaultPatienceMs } = options
  const { connectionString, name } = readPostgresUrl(url)
  const config: pg.ClientConfig = {
    connectionString,
    application_name: 'drawbridge',
    connectionTimeoutMillis: patienceMs,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: readValues,
  }
  const pool = new pg.Pool({ ...config, max: poolSize, allowExitOnIdle: true })
  surviveLosses(pool)
  try {
    await checkServer(pool, name, durability)
    return new PostgresDialect({ pool, name, createClient: () => new pg.Client(config) as ListenClient })
  } catch (error) {
    await pool.end()
    throw explainPostgresError(error, name)
  }
}

/** The call in flight is told of a lost connection; the event beside it would end the process. */
function surviveLosses(pool: pg.Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
}

async function checkServer(pool: pg.Pool, name: string, durability: PostgresOptions['durability']): Promise<void> {
  const { rows } = await pool.query<{ version: string; fsync: string }>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync",
  )
  const [{ version, fsync } = { version: '0', fsync: 'off' }] = rows
  if (Number.parseInt(version, 10) < oldestServer) {
    throw new DrawbridgeError(
      'store_incompatible',
      `The database ${name} runs on PostgreSQL ${version}; Drawbridge needs ${oldestServer} or newer. Upgrade the server, or use SQLite.`,
    )
  }
  if (durability === 'power' && fsync === 'off') {
    throw new DrawbridgeError(
      'store_incompatible',
      `The server of the database ${name} has fsync off and loses data with the power. Set fsync = on, or store.durability to process.`,
    )
  }
}
