import { type SealedColumn, statement } from '@drawbridge/store/database'
import type { LoginFacts, LoginKey } from './login.ts'

/** The sealed column of the tokens. */
export const sealedLogins: SealedColumn = { table: 'mcp_logins', column: 'encrypted_credentials', key: 'id' }

export interface LoginRow {
  readonly id: string
  readonly server: string
  readonly owner: string
  readonly url: string
  readonly issuer: string
  readonly resource: string
  readonly scopes: string
  readonly expires_at: number | null
  readonly revision: number
  readonly encrypted_credentials: string
}

const columns = 'id, server, owner, url, issuer, resource, scopes, expires_at, revision, encrypted_credentials'

export const findLogin = statement<[id: string], LoginRow>(`select ${columns} from mcp_logins where id = $1`)
export const allLogins = statement<[], LoginRow>(`select ${columns} from mcp_logins order by server, owner`)
export const removeLogin = statement<[id: string]>('delete from mcp_logins where id = $1')
export const insertLogin = statement<
  [
    id: string,
    server: string,
    owner: string,
    url: string,
    issuer: string,
    resource: string,
    scopes: string,
    expiresAt: number | null,
    revision: number,
    credentials: string,
    keyId: string,
    changedAt: number,
  ]
>(
  `insert into mcp_logins (${columns}, key_id, changed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)
/** Gives the row to one of several processes that want to refresh its pair of tokens. */
export const leaseLogin = statement<
  [id: string, revision: number, lease: string, until: number, now: number],
  LoginRow
>(
  `update mcp_logins set lease = $3, leased_until = $4
    where id = $1 and revision = $2 and (lease is null or leased_until < $5) returning ${columns}`,
)
export const endLease = statement<[id: string, lease: string]>(
  'update mcp_logins set lease = null, leased_until = null where id = $1 and lease = $2',
)
export const findLease = statement<
  [id: string],
  { readonly revision: number; readonly lease: string | null; readonly leased_until: number | null }
>('select revision, lease, leased_until from mcp_logins where id = $1')
export const findWanted = statement<[id: string], { readonly scopes: string }>(
  'select scopes from mcp_wanted_scopes where id = $1',
)
export const putWanted = statement<[id: string, scopes: string]>(
  `insert into mcp_wanted_scopes (id, scopes) values ($1, $2)
    on conflict (id) do update set scopes = excluded.scopes`,
)
export const removeWanted = statement<[id: string]>('delete from mcp_wanted_scopes where id = $1')

/** Returns the key of a row. The id of a server has no space, so no two places share one. */
export function rowIdOf({ server, owner }: LoginKey): string {
  return `${server} ${owner}`
}

export function factsOf(row: LoginRow): LoginFacts {
  return {
    server: row.server,
    owner: row.owner,
    url: row.url,
    issuer: row.issuer,
    resource: row.resource,
    scopes: row.scopes.split(' ').filter((scope) => scope !== ''),
    expiresAt: row.expires_at ?? undefined,
  }
}
