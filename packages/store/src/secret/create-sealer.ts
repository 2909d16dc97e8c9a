import { DrawbridgeError } from '@drawbridge/core'
import type { Transaction } from '../database/database.ts'
import { describeRefusal } from './describe-refusal.ts'
import { openEnvelope, sealEnvelope } from './envelope.ts'
import type { KeySource } from './key-source.ts'
import { keysToWriteWith } from './keys-in-use.ts'
import { noKeys } from './no-keys.ts'
import type { SealedColumn } from './sealed-column.ts'
import { lockSecrets } from './secret-lock.ts'

/** The row that an envelope belongs to. */
export interface SealedRowKey {
  /** The value of the column `key`. */
  readonly key: string
  /** The value of the column `boundTo`. */
  readonly boundTo?: string | null
}

/** Encrypts texts into the sealed columns of a room, and decrypts them. */
export interface Sealer {
  /**
   * Encrypts a text inside the transaction that writes its row. Other writers of secrets wait until the end of the transaction.
   * `keyId` is what the key column must hold.
   */
  seal(
    transaction: Transaction,
    column: SealedColumn,
    row: SealedRowKey,
    text: string,
  ): Promise<{ readonly envelope: string; readonly keyId: string }>
  /** @throws DrawbridgeError `store_corrupt` for an envelope that cannot be opened, saying why but nothing of its content. */
  open(column: SealedColumn, row: SealedRowKey, envelope: string): Promise<string>
}

/** Creates the sealer that encrypts columns with the current key. */
export function createSealer(keys: KeySource): Sealer {
  return {
    seal: async (transaction, column, row, text) => {
      await lockSecrets(transaction)
      const { primary } = await keysToWriteWith(transaction, keys)
      return { envelope: sealEnvelope(text, primary, placeOf(column, row)), keyId: primary.id }
    },
    open: async (column, row, envelope) => {
      const opened = openEnvelope(envelope, (await keys.load()) ?? noKeys, placeOf(column, row))
      if (opened.status === 'opened') return opened.text
      const why = describeRefusal(opened, keys.name)
      throw new DrawbridgeError('store_corrupt', `"${row.key}" (${column.table}) cannot be opened: ${why}`)
    },
  }
}

function placeOf({ table, column }: SealedColumn, { key, boundTo }: SealedRowKey) {
  return { table, column, owner: boundTo ?? '', name: key }
}
