import { DrawbridgeError } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import { secretObjection } from '@drawbridge/core/scrub'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { describeRefusal } from './describe-refusal.ts'
import { type EnvelopePlace, openEnvelope, sealEnvelope } from './envelope.ts'
import type { KeySource } from './key-source.ts'
import { keysToWriteWith } from './keys-in-use.ts'
import { noKeys } from './no-keys.ts'
import { lockSecrets, secretTopic } from './secret-lock.ts'

/** The properties of a secret that are known without decrypting it. */
export interface SecretEntry {
  readonly name: string
  /** The key that it is encrypted with. */
  readonly keyId: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** In milliseconds since the Unix epoch. */
  readonly updatedAt: number
}

/** By name. */
export interface OpenedSecrets {
  readonly values: ReadonlyMap<string, string>
  readonly refused: ReadonlyMap<string, string>
}

/** Named secrets of the operator, encrypted at rest. */
export interface SecretRepository {
  /** By name. Needs no key. */
  list(): Promise<readonly SecretEntry[]>
  /** All that can be opened, and why the others cannot. */
  open(): Promise<OpenedSecrets>
  /**
   * Returns all values by name. Throws `store_corrupt` if one cannot be decrypted, because the caller would continue
   * without it.
   */
  values(): Promise<ReadonlyMap<string, string>>
  /** Throws `invalid_option` for a name or a value that cannot be kept. */
  set(name: string, value: string): Promise<'added' | 'replaced'>
  /** Resolves to true if the secret existed. Needs no key. */
  remove(name: string): Promise<boolean>
}

export interface SecretRepositoryOptions {
  readonly database: Database
  readonly keys: KeySource
  readonly clock: Clock
}

type SecretRow = { name: string; envelope: string; key_id: string; created_at: number; updated_at: number }

const selectAll = statement<[], SecretRow>('select name, envelope, key_id, created_at, updated_at from config_secrets')
const selectOne = statement<[name: string], { name: string }>('select name from config_secrets where name = $1')
const upsert = statement<[name: string, envelope: string, keyId: string, createdAt: number, updatedAt: number]>(
  `insert into config_secrets (name, envelope, key_id, created_at, updated_at) values ($1, $2, $3, $4, $5)
    on conflict (name) do update set envelope = excluded.envelope, key_id = excluded.key_id, updated_at = excluded.updated_at`,
)
const deleteOne = statement<[name: string]>('delete from config_secrets where name = $1')

const maxLength = 65_536

/** Creates the repository of encrypted secrets. */
export function createSecretRepository({ database, keys, clock }: SecretRepositoryOptions): SecretRepository {
  return {
    list: async () =>
      (await database.all(selectAll))
        .map(({ name, key_id: keyId, created_at: createdAt, updated_at: updatedAt }) => ({
          name,
          keyId,
          createdAt,
          updatedAt,
        }))
        .sort((left, right) => (left.name < right.name ? -1 : 1)),
    open,
    values: async () => {
      const { values, refused } = await open()
      const [first] = refused
      if (first === undefined) return values
      const [name, why] = first
      throw new DrawbridgeError('store_corrupt', `The secret "${name}" in ${database.name} cannot be opened: ${why}`)
    },
    set: async (name, value) => {
      assertKeepable(name, value)
      const { recordTrust } = await import('../audit/record-change.ts')
      return database.transaction(async (transaction) => {
        await lockSecrets(transaction)
        const { primary } = await keysToWriteWith(transaction, keys)
        const before = await transaction.get(selectOne, name)
        const now = clock.now()
        await transaction.run(upsert, name, sealEnvelope(value, primary, secretPlace(name)), primary.id, now, now)
        const change = before === undefined ? 'added' : 'changed'
        await recordTrust(transaction, now, { what: 'secret', change, id: name })
        await transaction.publish(secretTopic, name)
        return before === undefined ? 'added' : 'replaced'
      })
    },
    remove: async (name) => {
      const { recordTrust } = await import('../audit/record-change.ts')
      return database.transaction(async (transaction) => {
        await lockSecrets(transaction)
        const removed = await transaction.run(deleteOne, name)
        if (removed > 0) {
          await recordTrust(transaction, clock.now(), { what: 'secret', change: 'removed', id: name })
          await transaction.publish(secretTopic, name)
        }
        return removed > 0
      })
    },
  }

  async function open(): Promise<OpenedSecrets> {
    const rows = await database.all(selectAll)
    const ring = (rows.length === 0 ? undefined : await keys.load()) ?? noKeys
    const [values, refused] = [new Map<string, string>(), new Map<string, string>()]
    for (const { name, envelope } of rows) {
      const opened = openEnvelope(envelope, ring, secretPlace(name))
      if (opened.status === 'opened') values.set(name, opened.text)
      else refused.set(name, describeRefusal(opened, keys.name))
    }
    return { values, refused }
  }
}

/** The place that a secret's envelope is bound to. */
function secretPlace(name: string): EnvelopePlace {
  return { table: 'config_secrets', column: 'envelope', owner: '', name }
}

function assertKeepable(name: string, value: string): void {
  if (!/^[A-Za-z_][\w.-]{0,99}$/.test(name)) {
    throw new DrawbridgeError(
      'invalid_option',
      `${JSON.stringify(name)} is not a valid name for a secret. Use up to 100 letters, digits, "_", "." and "-", beginning with a letter or "_".`,
    )
  }
  const objection = value.length > maxLength ? `has more than ${maxLength} characters` : secretObjection(value)
  if (objection !== undefined) throw new DrawbridgeError('invalid_option', `The value of "${name}" ${objection}.`)
}
