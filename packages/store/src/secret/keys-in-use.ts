import { DrawbridgeError } from '@drawbridge/core'
import type { Connection, Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeySource } from './key-source.ts'

const selectKeys = statement<[], { key_id: string }>(
  'select key_id from config_secrets union select key_id from secure_cli_binaries',
)

/** The keys without which something could no longer be read. */
export async function keysInUse(connection: Connection): Promise<ReadonlySet<string>> {
  return new Set((await connection.all(selectKeys)).map(({ key_id: id }) => id))
}

/**
 * The keys to write with, made where there is nothing yet. Refused where a key that is in use is missing: whoever wrote with another one
 * would find out much later that half of the secrets cannot be read. Under the lock.
 */
export async function keysToWriteWith(transaction: Transaction, keys: KeySource): Promise<KeyRing> {
  const used = await keysInUse(transaction)
  const ring = used.size === 0 ? await keys.obtain() : await keys.load()
  const missing = [...used].filter((id) => ring?.find(id) === undefined)
  if (ring !== undefined && missing.length === 0) return ring
  throw new DrawbridgeError(
    'invalid_option',
    `What is stored is encrypted with the key ${missing.join(' and ')}, which ${keys.name} does not hold. Put it there, or remove what it encrypts: \`drawbridge secrets list\` and \`drawbridge programs list\` tell the key of each.`,
  )
}
