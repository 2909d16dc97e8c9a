import { createHash, randomBytes } from 'node:crypto'
import { type Clock, defined } from '@drawbridge/core/base'
import { type Database, statement } from '@drawbridge/store/database'
import type { McpCaller } from '../http/caller.ts'

/** A token as it is kept: of its text only a hash. */
export interface StoredToken extends McpCaller {
  readonly createdBy: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** To the minute, in milliseconds since the Unix epoch. */
  readonly lastUsedAt?: number
  readonly revokedBy?: string
  /** Milliseconds since the Unix epoch. */
  readonly revokedAt?: number
}

/** The client that a new token is for, and whom it acts for. */
export interface NewToken {
  readonly client: string
  readonly user?: string | undefined
  readonly agent?: string | undefined
  /** Milliseconds since the Unix epoch. Default: it never expires. */
  readonly expiresAt?: number | undefined
  readonly createdBy: string
}

/** The tokens of MCP clients. */
export interface TokenStore {
  /** Returns the text of the new token, which nobody can read again. */
  create(token: NewToken): Promise<{ readonly text: string; readonly token: StoredToken }>
  /** Returns all of them, former ones included, the oldest first. */
  list(): Promise<readonly StoredToken[]>
  /** Resolves to false if there is none of that id in force. */
  revoke(id: string, by: string): Promise<boolean>
  /** Returns the client of a token in force, and notes the time of its use to the minute. */
  authenticate(text: string): Promise<McpCaller | undefined>
  /** Calls the listener with the id of each token that is revoked, in any process. */
  onRevoked(listener: (id: string) => void): Promise<Disposable>
}

interface TokenRow {
  readonly id: string
  readonly client: string
  readonly user_id: string | null
  readonly agent: string | null
  readonly created_by: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_by: string | null
  readonly revoked_at: number | null
}

const columns = 'id, client, user_id, agent, created_by, created_at, expires_at, last_used_at, revoked_by, revoked_at'
const insertToken = statement<
  [
    id: string,
    hash: string,
    client: string,
    user: string | null,
    agent: string | null,
    by: string,
    at: number,
    expiresAt: number | null,
  ]
>(
  `insert into mcp_tokens (id, hash, client, user_id, agent, created_by, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)
const selectTokens = statement<[], TokenRow>(`select ${columns} from mcp_tokens order by created_at, id`)
const selectByHash = statement<[hash: string], TokenRow>(`select ${columns} from mcp_tokens where hash = $1`)
const updateUse = statement<[id: string, at: number]>('update mcp_tokens set last_used_at = $2 where id = $1')
const updateRevoked = statement<[id: string, by: string, at: number]>(
  'update mcp_tokens set revoked_by = $2, revoked_at = $3 where id = $1 and revoked_at is null',
)

/** The beginning of every token, by which people and scanners of secrets know it. */
const prefix = 'drawbridge_mcp_'
const topic = 'mcp_tokens'
/** The time within which a second use is not noted, in milliseconds. */
const useGapMs = 60_000

/** Creates the store of the tokens in a database. */
export function createTokenStore(database: Database, { clock }: { readonly clock: Clock }): TokenStore {
  return {
    create: async ({ client, user, agent, expiresAt, createdBy }) => {
      const text = prefix + randomBytes(32).toString('base64url')
      const id = randomBytes(6).toString('hex')
      const createdAt = clock.now()
      await database.run(
        insertToken,
        id,
        hashOf(text),
        client,
        user ?? null,
        agent ?? null,
        createdBy,
        createdAt,
        expiresAt ?? null,
      )
      return { text, token: { id, client, createdBy, createdAt, ...defined({ user, agent, expiresAt }) } }
    },
    list: async () => (await database.all(selectTokens)).map(tokenOf),
    revoke: (id, by) =>
      database.transaction(async (transaction) => {
        const revoked = (await transaction.run(updateRevoked, id, by, clock.now())) > 0
        if (revoked) await transaction.publish(topic, id)
        return revoked
      }),
    authenticate: async (text) => {
      if (!text.startsWith(prefix)) return undefined
      const row = await database.get(selectByHash, hashOf(text))
      const now = clock.now()
      if (row === undefined || !isInForce(tokenOf(row), now)) return undefined
      if (row.last_used_at === null || now - row.last_used_at >= useGapMs) await database.run(updateUse, row.id, now)
      const { id, client, user, agent, expiresAt } = tokenOf(row)
      return { id, client, ...defined({ user, agent, expiresAt }) }
    },
    onRevoked: (listener) =>
      database.subscribe(topic, async ({ key }) => {
        if (key !== undefined) return listener(key)
        // Changes may have been missed.
        for (const row of await database.all(selectTokens)) if (row.revoked_at !== null) listener(row.id)
      }),
  }
}

/** Returns true if clients may use the token. */
export function isInForce({ revokedAt, expiresAt }: StoredToken, now: number): boolean {
  return revokedAt === undefined && (expiresAt === undefined || now < expiresAt)
}

/** A plain hash is enough for a text of 256 random bits, and lets the database find it. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function tokenOf(row: TokenRow): StoredToken {
  return {
    id: row.id,
    client: row.client,
    createdBy: row.created_by,
    createdAt: row.created_at,
    ...defined({
      user: row.user_id ?? undefined,
      agent: row.agent ?? undefined,
      expiresAt: row.expires_at ?? undefined,
      lastUsedAt: row.last_used_at ?? undefined,
      revokedBy: row.revoked_by ?? undefined,
      revokedAt: row.revoked_at ?? undefined,
    }),
  }
}
