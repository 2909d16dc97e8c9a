import { type Clock, systemClock } from '@drawbridge/core/base'
import type { Database } from '@drawbridge/store/database'
import type { KeySource, ProgramRepository, Rotation, SecretRepository } from '@drawbridge/store/secrets'
import { createHomeDatabase } from '../database/home-database.ts'
import { needRooms, type RoomSources, schemasOf } from '../room/find-rooms.ts'

/** The operator's encrypted data: secrets, and the programs that use them. */
export interface SecretStore {
  readonly database: Database
  /** The place of the keys, for messages. */
  readonly keysName: KeySource['name']
  readonly secrets: SecretRepository
  readonly programs: ProgramRepository
  /** Encrypts everything with a new key. */
  rotate(): Promise<Rotation>
  /** Grows with each change. */
  revision(): Promise<number>
}

export interface SecretStorePlace {
  readonly home: string
  /** Another source of keys. Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  readonly clock?: Clock
  /**
   * The configuration in which the operator names rooms, whose values are encrypted too. Default: `drawbridge.jsonc` in
   * the home.
   */
  readonly config?: RoomSources['config']
  /** Further rooms, that a program brings along. */
  readonly rooms?: RoomSources['own']
}

/** The secrets of a database that is open. Its keys are read when one is needed. */
export async function secretStoreOn(
  database: Database,
  { home, environment = process.env, clock = systemClock, config, rooms }: SecretStorePlace,
): Promise<SecretStore> {
  const { createKeySource, createProgramRepository, createSecretRepository, rotateSecrets, secretRevision } =
    await import('@drawbridge/store/secrets')
  const keys = createKeySource({ home, environment })
  return {
    database,
    keysName: keys.name,
    secrets: createSecretRepository({ database, keys, clock }),
    programs: createProgramRepository({ database, keys, clock }),
    rotate: async () =>
      rotateSecrets(
        database,
        keys,
        schemasOf(await needRooms({ home, config, own: rooms })).flatMap(({ sealed }) => sealed),
      ),
    revision: () => secretRevision(database),
  }
}

/** A secret store that closes its database when it is disposed of. */
export interface OpenSecretStore extends SecretStore, AsyncDisposable {}

/** Opens the secrets of a home. Returns undefined if there is no database and none is to be created. */
export async function openSecretStore({
  create = false,
  ...place
}: SecretStorePlace & { readonly create?: boolean }): Promise<OpenSecretStore | undefined> {
  const { home, environment, config } = place
  const owner = createHomeDatabase({ home, environment, config })
  const database = create ? await owner.obtain() : await owner.find()
  if (database === undefined) return undefined
  return { ...(await secretStoreOn(database, place)), [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose]() }
}
