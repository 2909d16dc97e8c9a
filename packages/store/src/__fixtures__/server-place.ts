import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { PostgresOptions } from '../database/database-options.ts'
import { openDatabase } from '../database/open-database.ts'
import type { Place, StartingSchema } from './place.ts'

/**
 * One database for the suite, which takes long to make. Each test finds it without rows. The schema is kept while it is as it was
 * made, because deleting the few rows of a test takes a fraction of the time of making thirty tables.
 */
export function serverPlace(serverUrl: string, schema: StartingSchema): Place {
  const name = `drawbridge_test_${randomBytes(8).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = name
  const options = (): PostgresOptions => ({ kind: 'postgres', url: url.href, poolSize: 4 })
  let ready: ReadySchema | undefined
  return {
    options,
    make: () => onServer(serverUrl, `create database ${name}`),
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
    empty: async () => {
      await connected(url.href, async (client) => {
        // A process that a test has killed may still hold locks.
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
        )
        if (ready !== undefined && ready.stamp === (await stampOf(client))) return void (await client.query(ready.reset))
        ready = undefined
        await client.query('drop schema public cascade; create schema public')
      })
      if (schema === 'none' || ready !== undefined) return
      await (await openDatabase(options()))[Symbol.asyncDispose]()
      ready = await connected(url.href, readySchema)
    },
    leave: async () => undefined,
  }
}

/** Runs statements as an administrator, one after the other. */
export async function onServer(serverUrl: string, ...texts: readonly string[]): Promise<void> {
  await connected(serverUrl, async (client) => {
    for (const text of texts) await client.query(text)
  })
}

async function connected<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

interface ReadySchema {
  /** Different once anything in the database was defined, changed or dropped. */
  readonly stamp: string
  /** Statements that take the rows back to what the migrations inserted. */
  readonly reset: string
}

async function readySchema(client: pg.Client): Promise<ReadySchema> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const { rows: sequences } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public'",
  )
  const inserts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from "${name}" t`)
    const kept = rows[0]?.rows
    if (typeof kept !== 'string') continue
    inserts.push(
      `insert into "${name}" select * from json_populate_recordset(null::"${name}", ${client.escapeLiteral(kept)})`,
    )
  }
  const reset = [
    // Triggers would refuse to change the log, and foreign keys ask for an order.
    'set session_replication_role = replica',
    ...tables.map(({ name }) => `delete from "${name}"`),
    ...sequences.map(({ name }) => `alter sequence "${name}" restart`),
    ...inserts,
  ]
  return { stamp: await stampOf(client), reset: reset.join(';\n') }
}

/** Each definition is a row of these catalogues, whose `xmin` is the transaction that wrote it last. */
async function stampOf(client: pg.Client): Promise<string> {
  const catalogues = {
    pg_class: "oid >= 16384 and relkind <> 'S'",
    pg_attribute: 'attrelid >= 16384',
    pg_constraint: 'oid >= 16384',
    pg_trigger: 'oid >= 16384',
    pg_proc: 'oid >= 16384',
    pg_namespace: "nspname !~ '^pg_(toast_)?temp_'",
  }
  const parts = Object.entries(catalogues).map(
    ([name, where]) => `(select count(*) || ':' || max(xmin::text::bigint) from ${name} where ${where})`,
  )
  const { rows } = await client.query<{ stamp: string }>(`select concat_ws(' ', ${parts.join(', ')}) as stamp`)
  return rows[0]?.stamp ?? ''
}
