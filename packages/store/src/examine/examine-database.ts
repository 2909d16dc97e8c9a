import { existsSync, statSync } from 'node:fs'
import { errorMessage } from '@drawbridge/core'
import type { DatabaseOptions } from '../database/database-options.ts'
import type { DialectConnection } from '../dialect/dialect.ts'
import { openDialect } from '../dialect/open-dialect.ts'
import { nameOfAddress } from '../dialect/postgres/name-of-address.ts'
import { migrations } from '../migration/migrations.ts'

/** The findings of an examination. */
export type DatabaseExamination =
  | { readonly status: 'absent'; readonly name: string }
  | { readonly status: 'unusable'; readonly name: string; readonly problem: string }
  | ExaminedDatabase

/** The result of the examination of a database that could be opened. */
export interface ExaminedDatabase {
  readonly status: 'opened'
  readonly kind: DatabaseOptions['kind']
  readonly name: string
  /** The version of its schema; 0 if it has none. */
  readonly schema: number
  /** The newest version of the schema that is known. */
  readonly newestSchema: number
  /** The reason that nothing can be written. */
  readonly unwritable: string | undefined
  /** SQLite's description of the damage. */
  readonly damage: string | undefined
  /** SQLite only: the bytes of the file and of its write-ahead log. */
  readonly fileBytes: number
  readonly logBytes: number
  /** The time to the first answer, in milliseconds. */
  readonly latencyMs: number
  readonly server: ServerExamination | undefined
}

/** The result of the examination of a PostgreSQL server. */
export interface ServerExamination {
  readonly version: string
  /** The extension `vector`: made in the database, only installed on the server, or neither. */
  readonly vector: 'present' | 'available' | 'missing'
}

/** A person waits for the answer. */
const patienceMs = 3_000

/**
 * Examines a database: does not create one, change its schema, or leave anything in it. Takes some seconds if the
 * server does not answer, and as long as reading the file for SQLite.
 */
export async function examineDatabase(options: DatabaseOptions): Promise<DatabaseExamination> {
  const name = options.kind === 'sqlite' ? options.file : nameOfAddress(options.url)
  if (options.kind === 'sqlite' && !existsSync(options.file)) return { status: 'absent', name }
  const sizes = options.kind === 'sqlite' ? sizesOf(options.file) : { fileBytes: 0, logBytes: 0 }
  try {
    await using dialect = await openDialect(
      options.kind === 'sqlite' ? { ...options, patienceMs } : { ...options, patienceMs, maxStatementMs: patienceMs },
    )
    const begunAt = performance.now()
    await dialect.executeText('select 1', [])
    const latencyMs = Math.round((performance.now() - begunAt) * 10) / 10
    const { kind } = options
    const schema = await schemaOf(dialect)
    const damage = kind === 'sqlite' ? await damageOf(dialect) : undefined
    const unwritable = await whyUnwritable((work) => dialect.transaction(work), schema)
    const server = kind === 'postgres' ? await lookAtServer(dialect) : undefined
    const found = { kind, name, schema, newestSchema: migrations.length, damage, unwritable, latencyMs, server }
    return { status: 'opened', ...found, ...sizes }
  } catch (error) {
    return { status: 'unusable', name, problem: errorMessage(error) }
  }
}

function sizesOf(file: string): { readonly fileBytes: number; readonly logBytes: number } {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return { fileBytes: sizeOf(file), logBytes: sizeOf(`${file}-wal`) }
}

async function schemaOf(connection: DialectConnection): Promise<number> {
  try {
    return (
      (await first<{ version: number | null }>(connection, 'select max(version) as version from schema_migrations'))
        .version ?? 0
    )
  } catch (error) {
    // No table of versions yet: nothing has been kept here.
    if (/no such table|does not exist/.test(errorMessage(error))) return 0
    throw error
  }
}

async function damageOf(connection: DialectConnection): Promise<string | undefined> {
  const { quick_check: answer } = await first<{ quick_check: string }>(connection, 'pragma quick_check(1)')
  return answer === 'ok' ? undefined : answer
}

const nothing = new Error('This transaction is always rolled back.')

/** Writes nothing, but as one does who writes: what is read-only refuses it all the same. */
async function whyUnwritable(
  transaction: (work: (connection: DialectConnection) => Promise<never>) => Promise<never>,
  schema: number,
): Promise<string | undefined> {
  try {
    return await transaction(async (connection) => {
      if (schema > 0) await connection.executeText('update schema_migrations set name = name where version = 0', [])
      throw nothing
    })
  } catch (error) {
    return error === nothing ? undefined : errorMessage(error)
  }
}

async function lookAtServer(connection: DialectConnection): Promise<ServerExamination> {
  const text = `select current_setting('server_version') as version,
    (select case when installed_version is null then 'available' else 'present' end
      from pg_available_extensions where name = 'vector') as vector`
  const { version, vector } = await first<{ version: string; vector: 'present' | 'available' | null }>(connection, text)
  return { version, vector: vector ?? 'missing' }
}

async function first<Row>(connection: DialectConnection, text: string): Promise<Row> {
  const { rows } = await connection.executeText(text, [])
  return rows[0] as Row
}
