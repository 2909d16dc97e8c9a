import type { ApprovalDesk, DatabaseGrantStore } from '@drawbridge/store/authority'
import type { ConfigSource } from '../config/config-source.ts'
import { createHomeDatabase } from '../database/home-database.ts'

/** Questions and grants for an operator. Disposing it closes its database. */
export interface AuthorityStore extends AsyncDisposable {
  readonly approvals: ApprovalDesk
  readonly grants: DatabaseGrantStore
}

/** The place of the store that `openAuthorityStore` opens. */
export interface AuthorityStorePlace {
  readonly home: string
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  /** The operator's configuration, whose section `store` counts. Default: `drawbridge.jsonc` in the home. */
  readonly config?: ConfigSource | undefined
}

/** Opens the approvals and grants of a home. Returns undefined if there is no database and none is to be created. */
export async function openAuthorityStore({
  create = false,
  ...place
}: AuthorityStorePlace & { readonly create?: boolean }): Promise<AuthorityStore | undefined> {
  const owner = createHomeDatabase(place)
  const database = create ? await owner.obtain() : await owner.find()
  if (database === undefined) return undefined
  const { createApprovalDesk, createDatabaseGrantStore } = await import('@drawbridge/store/authority')
  const [approvals, grants] = [createApprovalDesk(database), createDatabaseGrantStore(database)]
  return {
    approvals,
    grants,
    [Symbol.asyncDispose]: async () => {
      await approvals[Symbol.asyncDispose]()
      await grants[Symbol.asyncDispose]()
      await owner[Symbol.asyncDispose]()
    },
  }
}
