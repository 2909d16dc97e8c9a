import { DrawbridgeError } from '@drawbridge/core'
import type { Database, Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { programPlace } from '../program/program-rows.ts'
import { describeRefusal } from './describe-refusal.ts'
import { type EnvelopePlace, openEnvelope, sealEnvelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeySource } from './key-source.ts'
import { keysInUse, keysToWriteWith } from './keys-in-use.ts'
import { lockSecrets, secretTopic } from './secret-lock.ts'
import { secretPlace } from './secret-repository.ts'

export interface Rotation {
  /** The key that everything is encrypted with now. */
  readonly keyId: string
  /** How many values were encrypted anew. */
  readonly renewed: number
  /** Whether the key is a new one. Keys from the environment only their operator can change. */
  readonly isNew: boolean
}

/** So many values a transaction: others wait no longer than for these. */
const batchSize = 50

const secretsUnder = statement<[keyId: string, limit: number], { name: string; envelope: string }>(
  'select name, envelope from config_secrets where key_id <> $1 limit $2',
)
const renewSecret = statement<[name: string, envelope: string, keyId: string]>(
  'update config_secrets set envelope = $2, key_id = $3 where name = $1',
)
const programsUnder = statement<
  [keyId: string, limit: number],
  { binary_name: string; binary_path: string | null; encrypted_env: string }
>('select binary_name, binary_path, encrypted_env from secure_cli_binaries where key_id <> $1 limit $2')
const renewProgram = statement<[name: string, envelope: string, keyId: string]>(
  'update secure_cli_binaries set encrypted_env = $2, key_id = $3 where binary_name = $1',
)

/**
 * Puts a new key in front, encrypts everything anew with it, and lets go of old keys that nothing uses. Whenever it is interrupted,
 * everything can be read, and running it again ends it. Others read and write meanwhile.
 */
export async function rotateSecrets(database: Database, keys: KeySource): Promise<Rotation> {
  await underLock(database, async (transaction) => {
    await keysToWriteWith(transaction, keys)
    await keys.addPrimary?.()
  })
  let renewed = 0
  for (;;) {
    const inBatch = await underLock(database, (transaction) => renewSome(transaction, keys))
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

/** The keys are read anew each time: another rotation may run beside this one. */
async function renewSome(transaction: Transaction, keys: KeySource): Promise<number> {
  const ring = await keysToWriteWith(transaction, keys)
  const { id } = ring.primary
  const secrets = await transaction.all(secretsUnder, id, batchSize)
  for (const { name, envelope } of secrets)
    await transaction.run(renewSecret, name, renew(envelope, ring, secretPlace(name), keys), id)
  const programs = await transaction.all(programsUnder, id, batchSize)
  for (const row of programs) {
    const envelope = renew(row.encrypted_env, ring, programPlace(row), keys)
    await transaction.run(renewProgram, row.binary_name, envelope, id)
  }
  return secrets.length + programs.length
}

function renew(envelope: string, ring: KeyRing, place: EnvelopePlace, keys: KeySource): string {
  const opened = openEnvelope(envelope, ring, place)
  if (opened.status === 'opened') return sealEnvelope(opened.text, ring.primary, place)
  throw new DrawbridgeError(
    'store_corrupt',
    `"${place.name}" (${place.table}) cannot be opened: ${describeRefusal(opened, keys.name)} The others are kept as they are: nothing is lost.`,
  )
}
