import { DrawbridgeError } from '@drawbridge/core'
import type { Connection, Database, Transaction } from '../database/database.ts'
import { type Statement, statement } from '../database/statement.ts'
import { quoteName } from '../dialect/table-access.ts'
import { describeRefusal } from './describe-refusal.ts'
import { type EnvelopePlace, openEnvelope, sealEnvelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeySource } from './key-source.ts'
import { keyColumns, keysInUse, keysToWriteWith } from './keys-in-use.ts'
import { keyColumnOf, type SealedColumn, standingSealed } from './sealed-column.ts'
import { lockSecrets, secretTopic } from './secret-lock.ts'

/** The result of a rotation of the key. */
export interface Rotation {
  /** The key that everything is encrypted with now. */
  readonly keyId: string
  /** The number of values that were encrypted again. */
  readonly renewed: number
  /** True if the key is new. Only the operator can change keys from the environment. */
  readonly isNew: boolean
}

/** The number of values per transaction, so that others wait only for these. */
const batchSize = 50

/**
 * Adds a new primary key, encrypts everything with it, and drops old keys that nothing uses. If it is interrupted,
 * everything can still be read, and running it again finishes it. Other processes read and write meanwhile. A key stays
 * as long as any column of the database names it, even a column of a room that is not in `ofRooms`.
 * @param ofRooms The sealed columns of rooms. Columns of missing tables are skipped.
 */
export async function rotateSecrets(
  database: Database,
  keys: KeySource,
  ofRooms: readonly SealedColumn[] = [],
): Promise<Rotation> {
  const sealed = (await presentIn(database, [...standingSealed, ...ofRooms])).map(renewalOf)
  await underLock(database, async (transaction) => {
    await keysToWriteWith(transaction, keys)
    await keys.addPrimary?.()
  })
  let renewed = 0
  for (;;) {
    const inBatch = await underLock(database, (transaction) => renewSome(transaction, keys, sealed))
    renewed += inBatch
    if (inBatch === 0) break
  }
  const keyId = await underLock(database, async (transaction) => {
    await keys.retain?.(await keysInUse(transaction))
    const ring = await keys.obtain()
    await transaction.publish(secretTopic, '')
    return ring.primary.id
  })
  return { keyId, renewed, isNew: keys.addPrimary !== undefined }
}

function underLock<Result>(database: Database, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  return database.transaction(async (transaction) => {
    await lockSecrets(transaction)
    return work(transaction)
  })
}

/** The keys are read again each time, because another rotation may run at the same time. */
async function renewSome(transaction: Transaction, keys: KeySource, sealed: readonly Renewal[]): Promise<number> {
  const ring = await keysToWriteWith(transaction, keys)
  const { id } = ring.primary
  let renewed = 0
  for (const { column, select, update } of sealed) {
    const rows = await transaction.all(select, id, batchSize)
    for (const { key, owner, envelope } of rows) {
      const place = { table: column.table, column: column.column, owner: owner ?? '', name: key }
      await transaction.run(update, key, renew(envelope, ring, place, keys), id)
    }
    renewed += rows.length
  }
  return renewed
}

/** The statements that read and write one column. */
interface Renewal {
  readonly column: SealedColumn
  readonly select: Statement<[keyId: string, limit: number], SealedRow>
  readonly update: Statement<[key: string, envelope: string, keyId: string]>
}

interface SealedRow {
  readonly key: string
  readonly owner: string | null
  readonly envelope: string
}

function renewalOf(column: SealedColumn): Renewal {
  const [table, envelope, key] = [column.table, column.column, column.key].map(quoteName)
  const keyId = quoteName(keyColumnOf(column))
  const owner = column.boundTo === undefined ? 'null' : quoteName(column.boundTo)
  return {
    column,
    select: statement(
      `select ${key} as "key", ${owner} as "owner", ${envelope} as "envelope" from ${table}
        where ${keyId} <> $1 and ${envelope} is not null limit $2`,
    ),
    update: statement(`update ${table} set ${envelope} = $2, ${keyId} = $3 where ${key} = $1`),
  }
}

async function presentIn(connection: Connection, sealed: readonly SealedColumn[]): Promise<readonly SealedColumn[]> {
  const present = await keyColumns(connection)
  return sealed.filter((column) =>
    present.some((found) => found.table === column.table && found.column === keyColumnOf(column)),
  )
}

function renew(envelope: string, ring: KeyRing, place: EnvelopePlace, keys: KeySource): string {
  const opened = openEnvelope(envelope, ring, place)
  if (opened.status === 'opened') return sealEnvelope(opened.text, ring.primary, place)
  throw new DrawbridgeError(
    'store_corrupt',
    `"${place.name}" (${place.table}) cannot be opened: ${describeRefusal(opened, keys.name)} The others are unchanged: nothing is lost.`,
  )
}
