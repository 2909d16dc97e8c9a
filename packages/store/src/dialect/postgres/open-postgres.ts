import pg from 'pg'
import { defaultPatienceMs, type PostgresOptions } from '../../database/database-options.ts'
import type { Dialect } from '../dialect.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import { readPostgresUrl } from './postgres-address.ts'
import { PostgresDialect } from './postgres-dialect.ts'
import { readValues } from './read-values.ts'
import { refuseUnfitServer, type Server } from './refuse-unfit-server.ts'
import type { ListenClient } from './watch-postgres-changes.ts'

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
    refuseUnfitServer(await readServer(pool), { name, durability })
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

async function readServer(pool: pg.Pool): Promise<Server> {
  const { rows } = await pool.query<Server>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync",
  )
  return rows[0] ?? { version: '0', fsync: 'off' }
}
