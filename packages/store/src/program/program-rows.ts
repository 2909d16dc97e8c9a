import { statement } from '../database/statement.ts'
import type { EnvelopePlace } from '../secret/envelope.ts'
import type { ProgramGrantee, ProgramRecord } from './program-record.ts'
import type { ProgramTables } from './program-tables.ts'

export type ProgramRow = ProgramTables['secure_cli_binaries']
export type ProgramGrantRow = Pick<ProgramTables['secure_cli_grants'], 'binary_name' | 'agent' | 'user_id'>

export const selectPrograms = statement<[], ProgramRow>(
  `select binary_name, binary_path, preset, encrypted_env, key_id, deny_args, deny_verbose, timeout_seconds, tips, enabled,
    created_at, updated_at from secure_cli_binaries`,
)
export const selectGrants = statement<[], ProgramGrantRow>(
  'select binary_name, agent, user_id from secure_cli_grants order by created_at, binary_name',
)
export const selectName = statement<[name: string], { binary_name: string }>(
  'select binary_name from secure_cli_binaries where binary_name = $1',
)
export const upsertProgram = statement<
  [
    name: string,
    path: string | null,
    preset: string | null,
    environment: string,
    keyId: string,
    denyArgs: string,
    denyVerbose: string,
    timeout: number,
    tips: string,
    enabled: number,
    createdAt: number,
    updatedAt: number,
  ]
>(
  `insert into secure_cli_binaries (binary_name, binary_path, preset, encrypted_env, key_id, deny_args, deny_verbose,
    timeout_seconds, tips, enabled, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (binary_name) do update set binary_path = excluded.binary_path, preset = excluded.preset,
    encrypted_env = excluded.encrypted_env, key_id = excluded.key_id, deny_args = excluded.deny_args,
    deny_verbose = excluded.deny_verbose, timeout_seconds = excluded.timeout_seconds, tips = excluded.tips,
    enabled = excluded.enabled, updated_at = excluded.updated_at`,
)
export const updateEnabled = statement<[name: string, enabled: number, updatedAt: number]>(
  'update secure_cli_binaries set enabled = $2, updated_at = $3 where binary_name = $1',
)
export const deleteProgram = statement<[name: string]>('delete from secure_cli_binaries where binary_name = $1')
export const insertGrant = statement<[name: string, agent: string, user: string, createdAt: number]>(
  `insert into secure_cli_grants (binary_name, agent, user_id, created_at) values ($1, $2, $3, $4)
    on conflict (binary_name, agent, user_id) do nothing`,
)
export const deleteGrant = statement<[name: string, agent: string, user: string]>(
  'delete from secure_cli_grants where binary_name = $1 and agent = $2 and user_id = $3',
)
export const deleteGrants = statement<[name: string]>('delete from secure_cli_grants where binary_name = $1')

/** Bound to the file too: credentials that were given to one program are not to be had by pointing the record at another. */
export function programPlace({
  binary_name,
  binary_path,
}: Pick<ProgramRow, 'binary_name' | 'binary_path'>): EnvelopePlace {
  return { table: 'secure_cli_binaries', column: 'encrypted_env', owner: binary_path ?? '', name: binary_name }
}

export function recordOf(row: ProgramRow): ProgramRecord {
  return {
    binary_name: row.binary_name,
    ...(row.binary_path === null ? {} : { binary_path: row.binary_path }),
    ...(row.preset === null ? {} : { preset: row.preset }),
    deny_args: JSON.parse(row.deny_args) as readonly string[],
    deny_verbose: JSON.parse(row.deny_verbose) as readonly string[],
    timeout_seconds: row.timeout_seconds,
    tips: row.tips,
    enabled: row.enabled === 1,
  }
}

export function granteeOf({ agent, user_id: user }: ProgramGrantRow): ProgramGrantee {
  return { ...(agent === '' ? {} : { agent }), ...(user === '' ? {} : { user }) }
}
