import { resolveHome } from '@drawbridge/sdk/folders'
import { type OpenSecretStore, openSecretStore } from '@drawbridge/sdk/secrets'
import type { Io } from '../io/io.ts'

/** The options of every command about what is kept encrypted. */
export interface SecretFlags {
  readonly home?: string
  readonly json?: boolean
}

/** Opens the secret store of the home; undefined if it has none. */
export function findKept(
  { home }: SecretFlags,
  { environment }: Pick<Io, 'environment'>,
): Promise<OpenSecretStore | undefined> {
  return openSecretStore({ home: resolveHome({ flag: home, env: environment }), environment })
}

/** Opens the same store, and creates it if it is missing. */
export async function openKept(
  { home }: SecretFlags,
  { environment }: Pick<Io, 'environment'>,
): Promise<OpenSecretStore> {
  const place = { home: resolveHome({ flag: home, env: environment }), environment }
  const store = await openSecretStore({ ...place, create: true })
  if (store === undefined) throw new TypeError('The database was not created.')
  return store
}
