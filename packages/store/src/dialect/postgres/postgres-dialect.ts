import { createHash } from 'node:crypto'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import type { SqlValue, Statement } from '../../database/statement.ts'
import type { ChangeSink, ChangeWatch, DialectConnection, SqlDialect, SqlResult } from '../dialect.ts'
import { closeInTime } from './close-in-time.ts'
import { explainPostgresError, isSilent } from './explain-postgres-error.ts'
import { postgresTypes } from './postgres-types.ts'
import { type ListenClientFactory, watchPostgresChanges } from './watch-postgres-changes.ts'

const names = new WeakMap<Statement, string>()

export interface PostgresDialectOptions {
  readonly pool: Pool
  readonly name: string
  /** Creates a connection for change events outside the pool. */
  readonly createClient: ListenClientFactory
}

/** A pool of connections. One that was lost is replaced by the next call that needs one. */
export class PostgresDialect implements SqlDialect {
  readonly kind = 'postgres'
  readonly name: string
  readonly columnTypes = postgresTypes
  readonly #pool: Pool
  readonly #createClient: ListenClientFactory

  constructor({ pool, name, createClient }: PostgresDialectOptions) {
    this.name = name
    this.#pool = pool
    this.#createClient = createClient
  }

  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<SqlResult> {
    return this.#explained(() => runStatement(this.#pool, statement, parameters))
  }

  executeText(text: string, parameters: readonly unknown[]): Promise<SqlResult> {
    return this.#explained(() => runText(this.#pool, text, parameters))
  }

  async transaction<Result>(
    work: (connection: DialectConnection) => Promise<Result>,
    { takesTime = false } = {},
  ): Promise<Result> {
    const client = await this.#explained(() => this.#pool.connect())
    let isLost = false
    try {
      await this.#explained(() => client.query('begin'))
      const result = await work(this.#inOrder(client, takesTime ? longestMs : undefined))
      await this.#explained(() => client.query('commit'))
      return result
    } catch (error) {
      isLost = isSilent(error) || !(await rollBack(client))
      throw error
    } finally {
      client.release(isLost)
    }
  }

  async lockMigrations(connection: DialectConnection): Promise<void> {
    // A long migration of another process is waited for, and this one may be long itself.
    await connection.executeText('set local lock_timeout = 0', [])
    await connection.executeText('set local statement_timeout = 0', [])
    await connection.executeText('select pg_advisory_xact_lock($1)', [migrationLock])
  }

  watchChanges(sink: ChangeSink): Promise<ChangeWatch> {
    return watchPostgresChanges({ createClient: this.#createClient, explain: this.#explain, sink })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#pool.ended && !this.#pool.ending) await closeInTime(() => this.#pool.end())
  }

  /** A connection takes one statement at a time. */
  #inOrder(client: PoolClient, maxMs: number | undefined): DialectConnection {
    let last: Promise<unknown> = Promise.resolve()
    const next = (run: () => Promise<SqlResult>) => {
      const result = last.then(() => this.#explained(run))
      last = result.catch(() => undefined)
      return result
    }
    return {
      execute: (statement, parameters) => next(() => runStatement(client, statement, parameters, maxMs)),
      executeText: (text, parameters) => next(() => runText(client, text, parameters, maxMs)),
    }
  }

  readonly #explain = (error: unknown): unknown => explainPostgresError(error, this.name)

  async #explained<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run()
    } catch (error) {
      throw this.#explain(error)
    }
  }
}

/** Any number that no other program uses in the same database: "drawbrdg" as ASCII would be too large for a number. */
const migrationLock = 0x64_72_61_77_62

/** A day, for migrations, which may take long. */
const longestMs = 86_400_000

type Client = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>

async function runStatement(
  client: Client,
  statement: Statement,
  parameters: readonly SqlValue[],
  maxMs?: number,
): Promise<SqlResult> {
  return runQuery(client, { name: nameOf(statement), text: statement.text.postgres, values: [...parameters] }, maxMs)
}

async function runText(
  client: Client,
  text: string,
  parameters: readonly unknown[],
  maxMs?: number,
): Promise<SqlResult> {
  return runQuery(client, { text, values: [...parameters] }, maxMs)
}

async function runQuery(client: Client, query: QueryConfig, maxMs: number | undefined): Promise<SqlResult> {
  // The types of `pg` do not know of the limit for one query.
  const limited = maxMs === undefined ? query : { ...query, query_timeout: maxMs }
  const { rows, rowCount } = await client.query(limited)
  return { rows, count: rowCount ?? 0 }
}

/** Resolves to true if the connection can be used again. */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/** The name under which a server keeps a prepared statement: the same text has the same name, and no other text has it. */
function nameOf(statement: Statement): string {
  const known = names.get(statement)
  if (known !== undefined) return known
  const name = `drawbridge_${createHash('sha256').update(statement.text.postgres).digest('hex').slice(0, 32)}`
  names.set(statement, name)
  return name
}
