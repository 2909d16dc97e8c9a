import { type Clock, defined } from '@drawbridge/core/base'
import { type Database, statement } from '@drawbridge/store/database'
import { recordTrust } from '@drawbridge/store/sessions'
import { publishAccess } from './access-changes.ts'
import { hashOf, newId, newSecret } from './secret-text.ts'

/** An API key as it is kept: of its text only a hash and the last four characters. */
export interface ApiKey {
  readonly id: string
  /** The user that it acts for. */
  readonly userId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** The agents that it may use. Absent: all. */
  readonly agents?: readonly string[]
  /** True if its holder may answer what a person must decide. */
  readonly human: boolean
  /** The last four characters. */
  readonly shown: string
  readonly createdBy: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt?: number
  /** To the minute, in milliseconds since the Unix epoch. */
  readonly usedAt?: number
  readonly revokedBy?: string
  /** Milliseconds since the Unix epoch. */
  readonly revokedAt?: number
}

/** A new key. */
export interface NewKey {
  readonly userId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly agents?: readonly string[] | undefined
  readonly human?: boolean | undefined
  /** Milliseconds since the Unix epoch. Default: it never expires. */
  readonly expiresAt?: number | undefined
  readonly createdBy: string
}

/** The API keys of a home. */
export interface Keys {
  /** Returns the text of the key, which nobody can read again. */
  create(key: NewKey): Promise<{ readonly key: ApiKey; readonly secret: string }>
  /** Returns the keys of one user, or of all, former ones included, the oldest first. */
  list(userId?: string): Promise<readonly ApiKey[]>
  find(id: string): Promise<ApiKey | undefined>
  /** Resolves to false if there is none of that id in force. */
  revoke(id: string, by: string): Promise<boolean>
  /** Returns the key in force with this text, and notes its use to the minute. */
  ofSecret(secret: string): Promise<ApiKey | undefined>
}

interface KeyRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly shown: string
  readonly scopes: string
  readonly agents: string | null
  readonly human: number
  readonly created_by: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly used_at: number | null
  readonly revoked_by: string | null
  readonly revoked_at: number | null
}

const columns =
  'id, user_id, name, shown, scopes, agents, human, created_by, created_at, expires_at, used_at, revoked_by, revoked_at'
const insertKey = statement<
  [
    id: string,
    user: string,
    name: string,
    hash: string,
    shown: string,
    scopes: string,
    agents: string | null,
    human: number,
    by: string,
    at: number,
    expiresAt: number | null,
  ]
>(
  `insert into gateway_keys (id, user_id, name, hash, shown, scopes, agents, human, created_by, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)
const selectAll = statement<[], KeyRow>(`select ${columns} from gateway_keys order by created_at, id`)
const selectOf = statement<[user: string], KeyRow>(
  `select ${columns} from gateway_keys where user_id = $1 order by created_at, id`,
)
const selectOne = statement<[id: string], KeyRow>(`select ${columns} from gateway_keys where id = $1`)
const selectByHash = statement<[hash: string], KeyRow>(`select ${columns} from gateway_keys where hash = $1`)
const updateUse = statement<[id: string, at: number]>('update gateway_keys set used_at = $2 where id = $1')
const updateRevoked = statement<[id: string, by: string, at: number]>(
  'update gateway_keys set revoked_by = $2, revoked_at = $3 where id = $1 and revoked_at is null',
)

/** The beginning of every API key. */
export const keyPrefix = 'dbk_'
/** The time within which a second use is not noted, in milliseconds. */
const useGapMs = 60_000

/** Creates the store of API keys in a database. */
export function createKeys(database: Database, { clock }: { readonly clock: Clock }): Keys {
  return {
    create: async ({ userId, name, scopes, agents, human = false, expiresAt, createdBy }) => {
      const [id, secret, createdAt] = [newId('key'), newSecret(keyPrefix), clock.now()]
      const shown = secret.slice(-4)
      const texts = [JSON.stringify(scopes), agents === undefined ? null : JSON.stringify(agents)] as const
      const row = [id, userId, name, hashOf(secret), shown, ...texts, human ? 1 : 0, createdBy, createdAt] as const
      await database.transaction(async (transaction) => {
        await transaction.run(insertKey, ...row, expiresAt ?? null)
        const parts = [
          `user ${userId}`,
          ...scopes,
          ...(agents ?? []).map((agent) => `agent ${agent}`),
          ...(human ? ['human'] : []),
        ]
        await recordTrust(transaction, createdAt, { what: 'key', change: 'added', id, by: createdBy, parts })
      })
      const key = { id, userId, name, scopes, human, shown, createdBy, createdAt, ...defined({ agents, expiresAt }) }
      return { key, secret }
    },
    list: async (userId) =>
      (await (userId === undefined ? database.all(selectAll) : database.all(selectOf, userId))).map(keyOf),
    find: async (id) => {
      const row = await database.get(selectOne, id)
      return row === undefined ? undefined : keyOf(row)
    },
    revoke: (id, by) =>
      database.transaction(async (transaction) => {
        const revoked = (await transaction.run(updateRevoked, id, by, clock.now())) > 0
        if (revoked) {
          await publishAccess(transaction, 'key', id)
          await recordTrust(transaction, clock.now(), { what: 'key', change: 'removed', id, by })
        }
        return revoked
      }),
    ofSecret: async (secret) => {
      if (!secret.startsWith(keyPrefix)) return undefined
      const row = await database.get(selectByHash, hashOf(secret))
      const now = clock.now()
      if (row === undefined || !isKeyInForce(keyOf(row), now)) return undefined
      if (row.used_at === null || now - row.used_at >= useGapMs) await database.run(updateUse, row.id, now)
      return keyOf(row)
    },
  }
}

/** Returns true if the key counts. @param now Milliseconds since the Unix epoch. */
export function isKeyInForce({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || now < expiresAt)
}

function keyOf(row: KeyRow): ApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as readonly string[],
    human: row.human === 1,
    shown: row.shown,
    createdBy: row.created_by,
    createdAt: row.created_at,
    ...defined({
      agents: row.agents === null ? undefined : (JSON.parse(row.agents) as readonly string[]),
      expiresAt: row.expires_at ?? undefined,
      usedAt: row.used_at ?? undefined,
      revokedBy: row.revoked_by ?? undefined,
      revokedAt: row.revoked_at ?? undefined,
    }),
  }
}
