import type { Clock } from '@drawbridge/core/base'
import type { Database, Transaction } from '../database/database.ts'
import { describeRefusal } from '../secret/describe-refusal.ts'
import { openEnvelope, sealEnvelope } from '../secret/envelope.ts'
import type { KeySource } from '../secret/key-source.ts'
import { keysToWriteWith } from '../secret/keys-in-use.ts'
import { noKeys } from '../secret/no-keys.ts'
import { lockSecrets, secretTopic } from '../secret/secret-lock.ts'
import type { ProgramEntry, ProgramEnvironment, ProgramGrantee, ProgramRecord } from './program-record.ts'
import {
  deleteGrant,
  deleteGrants,
  deleteProgram,
  granteeOf,
  insertGrant,
  type ProgramRow,
  programPlace,
  recordOf,
  selectGrants,
  selectName,
  selectPrograms,
  updateEnabled,
  upsertProgram,
} from './program-rows.ts'

/** The programs that run with credentials, those that are switched off included. What a record may say is not checked here. */
export interface ProgramRepository {
  /** By name. */
  list(): Promise<readonly ProgramEntry[]>
  /** Returns `exists`, and writes nothing, if a program of that name exists and is not to be replaced. Its grants stay. */
  put(
    record: ProgramRecord,
    environment: ProgramEnvironment,
    options?: { readonly replace?: boolean },
  ): Promise<'added' | 'replaced' | 'exists'>
  /** Resolves to true if the program exists; the same applies to the other methods. */
  setEnabled(name: string, enabled: boolean): Promise<boolean>
  remove(name: string): Promise<boolean>
  grant(name: string, to: ProgramGrantee): Promise<boolean>
  /** Takes exactly that grant away. */
  revoke(name: string, from: ProgramGrantee): Promise<'revoked' | 'not granted' | 'unknown'>
}

export interface ProgramRepositoryOptions {
  readonly database: Database
  readonly keys: KeySource
  readonly clock: Clock
}

/** Creates the repository of programs with credentials. */
export function createProgramRepository({ database, keys, clock }: ProgramRepositoryOptions): ProgramRepository {
  return {
    list: async () => {
      const [rows, grants] = [await database.all(selectPrograms), await database.all(selectGrants)]
      const ring = (rows.length === 0 ? undefined : await keys.load()) ?? noKeys
      return rows
        .map((row) => ({
          record: recordOf(row),
          environment: open(row, ring),
          keyId: row.key_id,
          grants: grants.filter(({ binary_name: name }) => name === row.binary_name).map(granteeOf),
          createdAt: row.created_at,
          updatedAt: row.updated_at,
        }))
        .sort((left, right) => (left.record.binary_name < right.record.binary_name ? -1 : 1))
    },
    put: (record, environment, { replace = false } = {}) =>
      change(record.binary_name, async (transaction, exists) => {
        if (exists && !replace) return 'exists'
        await write(transaction, record, environment)
        return exists ? 'replaced' : 'added'
      }),
    setEnabled: (name, enabled) =>
      change(
        name,
        async (transaction) => (await transaction.run(updateEnabled, name, enabled ? 1 : 0, clock.now())) > 0,
      ),
    remove: (name) =>
      change(name, async (transaction) => {
        await transaction.run(deleteGrants, name)
        return (await transaction.run(deleteProgram, name)) > 0
      }),
    grant: (name, { agent = '', user = '' }) =>
      change(name, async (transaction, exists) => {
        if (exists) await transaction.run(insertGrant, name, agent, user, clock.now())
        return exists
      }),
    revoke: (name, { agent = '', user = '' }) =>
      change(name, async (transaction, exists) => {
        if (!exists) return 'unknown'
        return (await transaction.run(deleteGrant, name, agent, user)) > 0 ? 'revoked' : 'not granted'
      }),
  }

  async function change<Result>(
    name: string,
    work: (transaction: Transaction, exists: boolean) => Promise<Result>,
  ): Promise<Result> {
    const { recordTrust } = await import('../audit/record-change.ts')
    return database.transaction(async (transaction) => {
      await lockSecrets(transaction)
      const result = await work(transaction, (await transaction.get(selectName, name)) !== undefined)
      await recordTrust(transaction, clock.now(), { what: 'program', change: 'changed', id: name })
      await transaction.publish(secretTopic, name)
      return result
    })
  }

  async function write(
    transaction: Transaction,
    record: ProgramRecord,
    environment: ProgramEnvironment,
  ): Promise<void> {
    const { binary_name: name, binary_path: path = null, preset = null } = record
    const { primary } = await keysToWriteWith(transaction, keys)
    const place = programPlace({ binary_name: name, binary_path: path })
    const now = clock.now()
    await transaction.run(
      upsertProgram,
      name,
      path,
      preset,
      sealEnvelope(JSON.stringify(environment), primary, place),
      primary.id,
      JSON.stringify(record.deny_args),
      JSON.stringify(record.deny_verbose),
      record.timeout_seconds,
      record.tips,
      record.enabled ? 1 : 0,
      now,
      now,
    )
  }

  function open(row: ProgramRow, ring: Parameters<typeof openEnvelope>[1]): ProgramEntry['environment'] {
    const opened = openEnvelope(row.encrypted_env, ring, programPlace(row))
    if (opened.status === 'refused') return { status: 'refused', why: describeRefusal(opened, keys.name) }
    return { status: 'opened', variables: JSON.parse(opened.text) as ProgramEnvironment }
  }
}
