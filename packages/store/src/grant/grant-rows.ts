import type { Grant, GrantOwner } from '@drawbridge/core/approval'
import { isJsonObject } from '@drawbridge/core/base'
import { statement } from '../database/statement.ts'
import type { GrantTables } from './grant-tables.ts'

/** A grant as it is kept, also once it was taken back. */
export interface StoredGrant extends Grant {
  /** Milliseconds since the Unix epoch. */
  readonly revokedAt?: number
  /** The person who revoked it. */
  readonly revokedBy?: string
}

export type GrantRow = GrantTables['permission_grants']

const columns =
  'id, owner, tool, scopes, permission, risk, granted_by, granted_at, expires_at, last_used_at, revoked_at, revoked_by'

export const insertGrant = statement<
  [
    id: string,
    owner: string,
    tool: string,
    scopes: string,
    permission: string,
    risk: string,
    grantedBy: string,
    grantedAt: number,
    expiresAt: number | null,
  ]
>(
  `insert into permission_grants (id, owner, tool, scopes, permission, risk, granted_by, granted_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
export const grantsOfOwner = statement<[owner: string], GrantRow>(
  `select ${columns} from permission_grants where owner = $1 and revoked_at is null order by granted_at, id`,
)
export const activeGrants = statement<[], GrantRow>(`select ${columns} from permission_grants where revoked_at is null`)
export const allGrants = statement<[], GrantRow>(`select ${columns} from permission_grants order by granted_at, id`)
export const findGrant = statement<[id: string], GrantRow>(`select ${columns} from permission_grants where id = $1`)
export const revokeGrant = statement<[id: string, at: number, by: string]>(
  'update permission_grants set revoked_at = $2, revoked_by = $3 where id = $1 and revoked_at is null',
)
export const noteGrantUse = statement<[id: string, at: number]>(
  'update permission_grants set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)',
)

/** Returns the owner of a grant as one text. */
export function ownerKey({ user, agent }: Pick<GrantOwner, 'user' | 'agent'>): string {
  return JSON.stringify({ user, agent })
}

export function readGrant(row: GrantRow): StoredGrant {
  const owner: unknown = JSON.parse(row.owner)
  return {
    id: row.id,
    owner: isJsonObject(owner) ? owner : {},
    tool: row.tool,
    scopes: JSON.parse(row.scopes) as Grant['scopes'],
    permission: row.permission as Grant['permission'],
    risk: row.risk as Grant['risk'],
    grantedBy: row.granted_by,
    grantedAt: row.granted_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.revoked_by === null ? {} : { revokedBy: row.revoked_by }),
  }
}
