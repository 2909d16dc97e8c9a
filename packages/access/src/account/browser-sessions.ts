import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '@drawbridge/core/base'
import { type Database, statement } from '@drawbridge/store/database'
import { publishAccess } from './access-changes.ts'
import { hashOf, newId, newSecret } from './secret-text.ts'

/** A signed-in browser. */
export interface BrowserSession {
  readonly id: string
  readonly userId: string
  /** The browser and system, as far as its header says. */
  readonly device: string
  /** The network that it came from, without the last part of the address. */
  readonly address: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** To the minute, in milliseconds since the Unix epoch. */
  readonly usedAt: number
  /** The last time that the person proved who they are, in milliseconds since the Unix epoch. */
  readonly provenAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/** The two halves of a session: both are needed with every request. */
export interface SessionHalves {
  /** The value of the cookie. A cookie of this machine reaches every port of it, so it alone counts for nothing. */
  readonly cookie: string
  /** The value of the header, which a page keeps for its own origin. */
  readonly half: string
}

/** The sessions of browsers. */
export interface BrowserSessions {
  create(session: {
    readonly userId: string
    readonly device: string
    readonly address: string
  }): Promise<{ readonly session: BrowserSession; readonly halves: SessionHalves }>
  /** Returns the session of both halves, if it is in force, and notes its use to the minute. */
  find(halves: SessionHalves): Promise<BrowserSession | undefined>
  /** Returns the session with this id, if it is in force. */
  findById(id: string): Promise<BrowserSession | undefined>
  /** Notes that the person has just proven who they are. */
  prove(id: string): Promise<void>
  list(userId: string): Promise<readonly BrowserSession[]>
  /** Ends one session of a user. Resolves to false if there is none. */
  end(id: string, userId: string): Promise<boolean>
  /** Ends all sessions of a user. */
  endAll(userId: string): Promise<void>
}

/** The limits of sessions, in milliseconds. */
export interface SessionTimes {
  readonly idleMs: number
  readonly absoluteMs: number
}

interface SessionRow {
  readonly id: string
  readonly user_id: string
  readonly half_hash: string
  readonly device: string
  readonly address: string
  readonly created_at: number
  readonly used_at: number
  readonly proven_at: number
  readonly expires_at: number
}

const columns = 'id, user_id, half_hash, device, address, created_at, used_at, proven_at, expires_at'
const insertSession = statement<
  [
    id: string,
    user: string,
    cookie: string,
    half: string,
    device: string,
    address: string,
    now: number,
    expiresAt: number,
  ]
>(
  `insert into gateway_sessions (id, user_id, cookie_hash, half_hash, device, address, created_at, used_at, proven_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8)`,
)
const selectByCookie = statement<[hash: string], SessionRow>(
  `select ${columns} from gateway_sessions where cookie_hash = $1`,
)
const selectById = statement<[id: string], SessionRow>(`select ${columns} from gateway_sessions where id = $1`)
const selectOf = statement<[user: string], SessionRow>(
  `select ${columns} from gateway_sessions where user_id = $1 order by created_at, id`,
)
const updateUse = statement<[id: string, at: number]>('update gateway_sessions set used_at = $2 where id = $1')
const updateProof = statement<[id: string, at: number]>('update gateway_sessions set proven_at = $2 where id = $1')
const deleteOne = statement<[id: string, user: string]>('delete from gateway_sessions where id = $1 and user_id = $2')
const deleteOf = statement<[user: string]>('delete from gateway_sessions where user_id = $1')
const deleteOver = statement<[now: number, usedBefore: number]>(
  'delete from gateway_sessions where expires_at <= $1 or used_at <= $2',
)

/** The time within which a second use is not noted, in milliseconds. */
const useGapMs = 60_000

/** Creates the store of browser sessions in a database. */
export function createBrowserSessions(
  database: Database,
  { clock, times }: { readonly clock: Clock; times(): SessionTimes },
): BrowserSessions {
  const inForce = (row: SessionRow | undefined): SessionRow | undefined => {
    const now = clock.now()
    return row !== undefined && now < row.expires_at && now - row.used_at < times().idleMs + useGapMs ? row : undefined
  }
  return {
    create: async ({ userId, device, address }) => {
      const { idleMs, absoluteMs } = times()
      const [id, cookie, half, now] = [newId('dev'), newSecret(), newSecret(), clock.now()]
      const expiresAt = now + absoluteMs
      await database.run(deleteOver, now, now - idleMs - useGapMs)
      await database.run(insertSession, id, userId, hashOf(cookie), hashOf(half), device, address, now, expiresAt)
      const session = { id, userId, device, address, createdAt: now, usedAt: now, provenAt: now, expiresAt }
      return { session, halves: { cookie, half } }
    },
    find: async ({ cookie, half }) => {
      const row = inForce(await database.get(selectByCookie, hashOf(cookie)))
      if (row === undefined || !isEqual(row.half_hash, hashOf(half))) return undefined
      const now = clock.now()
      if (now - row.used_at >= useGapMs) await database.run(updateUse, row.id, now)
      return sessionOf(row)
    },
    findById: async (id) => {
      const row = inForce(await database.get(selectById, id))
      return row === undefined ? undefined : sessionOf(row)
    },
    prove: async (id) => void (await database.run(updateProof, id, clock.now())),
    list: async (userId) =>
      (await database.all(selectOf, userId)).flatMap((row) => (inForce(row) === undefined ? [] : [sessionOf(row)])),
    end: (id, userId) =>
      database.transaction(async (transaction) => {
        const ended = (await transaction.run(deleteOne, id, userId)) > 0
        if (ended) await publishAccess(transaction, 'session', id)
        return ended
      }),
    endAll: (userId) =>
      database.transaction(async (transaction) => {
        await transaction.run(deleteOf, userId)
        await publishAccess(transaction, 'user', userId)
      }),
  }
}

function isEqual(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function sessionOf(row: SessionRow): BrowserSession {
  return {
    id: row.id,
    userId: row.user_id,
    device: row.device,
    address: row.address,
    createdAt: row.created_at,
    usedAt: row.used_at,
    provenAt: row.proven_at,
    expiresAt: row.expires_at,
  }
}
