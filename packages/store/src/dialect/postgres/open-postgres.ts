import pg from 'pg'
import { defaultPatienceMs, type PostgresOptions } from '../../database/database-options.ts'
import type { SqlDialect } from '../dialect.ts'
import { closeInTime } from './close-in-time.ts'
import { explainRefusedOpening } from './explain-postgres-error.ts'
import { nameOfAddress } from './name-of-address.ts'
import { PostgresDialect } from './postgres-dialect.ts'
import { readValues } from './read-values.ts'
import { refuseUnfitServer, type Server } from './refuse-unfit-server.ts'
import type { ListenClient } from './watch-postgres-changes.ts'

/** A transaction whose process stands still would otherwise keep its locks for ever. */
const idleTransactionMs = 60_000
const defaultMaxStatementMs = 120_000

export async function openPostgres(options: PostgresOptions): Promise<SqlDialect> {
  const { url, durability, poolSize = 10, patienceMs = defaultPatienceMs } = options
  const { maxStatementMs = defaultMaxStatementMs } = options
  const name = nameOfAddress(url)
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: 'drawbridge',
    connectionTimeoutMillis: patienceMs,
    // Later than the server's own limit: this one is for a server that has fallen silent.
    query_timeout: maxStatementMs + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: readValues,
  }
  const createClient = () => new pg.Client({ ...config, query_timeout: patienceMs }) as ListenClient
  const onConnect = (client: pg.ClientBase) => prepareClient(client, { patienceMs, maxStatementMs })
  const pool = new pg.Pool({ ...config, max: poolSize, allowExitOnIdle: true, onConnect })
  // The call in flight gets the error of a lost connection; the additional event would end the process.
  pool.on('error', () => undefined)
  try {
    refuseUnfitServer(await readServer(pool), { name, durability })
    return new PostgresDialect({ pool, name, createClient })
  } catch (error) {
    await closeInTime(() => pool.end())
    throw explainRefusedOpening(error, name)
  }
}

/** By statements, because a pooler may refuse them as options of the connection. */
async function prepareClient(
  client: pg.ClientBase,
  { patienceMs, maxStatementMs }: { readonly patienceMs: number; readonly maxStatementMs: number },
): Promise<void> {
  client.on('error', () => undefined)
  // A commit is acknowledged when the log is on disk, whatever the server is set to.
  await client.query(
    `set synchronous_commit = on; set lock_timeout = ${patienceMs}; set statement_timeout = ${maxStatementMs};
    set idle_in_transaction_session_timeout = ${idleTransactionMs}`,
  )
}

async function readServer(pool: pg.Pool): Promise<Server> {
  const { rows } = await pool.query<Server>(
    "select current_setting('server_version') as version, current_setting('fsync') as fsync",
  )
  return rows[0] ?? { version: '0', fsync: 'off' }
}
