import { type Clock, defined } from '@drawbridge/core/base'
import { type UserRole, userRoles } from '@drawbridge/room'
import { type Connection, type Database, isUniqueViolation, statement } from '@drawbridge/store/database'
import { recordTrust, type TrustChanged } from '@drawbridge/store/sessions'
import { publishAccess } from './access-changes.ts'
import { hashPassword, isPassword } from './password.ts'
import { hashOf, newId, newSecret } from './secret-text.ts'

/** A person, or a program with a token of its own. */
export interface User {
  readonly id: string
  readonly name: string
  readonly role: UserRole
  readonly createdBy: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** The time at which it was switched off, in milliseconds since the Unix epoch. */
  readonly disabledAt?: number
  readonly hasPassword: boolean
}

/** A new user. */
export interface NewUser {
  readonly name: string
  readonly role: UserRole
  readonly password?: string | undefined
  readonly createdBy: string
}

/** A change of a user. What is absent stays. */
export interface UserChange {
  readonly role?: UserRole | undefined
  readonly disabled?: boolean | undefined
  readonly password?: string | undefined
}

/** The result of a change. `last_owner`: there would be no owner left. */
export type UserChanged = User | 'unknown' | 'last_owner'

/**
 * The result of a creation. `taken`: another user has the name. `former`: a user who was removed had it, and what that
 * user left in sessions, files, memory and grants would fall to the new one. The token is shown once: only its hash is kept.
 */
export type UserCreated = { readonly user: User; readonly token: string } | 'taken' | 'former'

/** The users of a home. */
export interface Users {
  create(user: NewUser): Promise<UserCreated>
  /** Returns all users, the oldest first. */
  list(): Promise<readonly User[]>
  find(id: string): Promise<User | undefined>
  findByName(name: string): Promise<User | undefined>
  /** Returns true if the user of this name was removed or is switched off, so that nothing may be done in its name. */
  isOut(name: string): Promise<boolean>
  /** Changes a user. Another role, another password or being switched off ends all sessions of it. */
  change(id: string, change: UserChange, by?: string): Promise<UserChanged>
  /** Removes a user with its keys and sessions. Nobody can have the name again. */
  remove(id: string, by?: string): Promise<'removed' | 'unknown' | 'last_owner'>
  /** Gives a user another token, and ends its sessions. Resolves to undefined if there is no such user. */
  renewToken(id: string, by?: string): Promise<string | undefined>
  /** Returns the user of a token; undefined if none in force has it. */
  ofToken(token: string): Promise<User | undefined>
  /** Returns the user with this name and password. Takes equally long whatever is wrong. */
  ofPassword(name: string, password: string): Promise<User | undefined>
}

interface UserRow {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly password_hash: string | null
  readonly created_by: string
  readonly created_at: number
  readonly disabled_at: number | null
}

const columns = 'id, name, role, password_hash, created_by, created_at, disabled_at'
const insertUser = statement<
  [id: string, name: string, role: string, token: string, password: string | null, by: string, at: number]
>(
  `insert into gateway_users (id, name, role, token_hash, password_hash, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
)
const selectAll = statement<[], UserRow>(`select ${columns} from gateway_users order by created_at, id`)
const selectOne = statement<[id: string], UserRow>(`select ${columns} from gateway_users where id = $1`)
const selectNamed = statement<[name: string], UserRow>(`select ${columns} from gateway_users where name = $1`)
const selectByToken = statement<[hash: string], UserRow>(`select ${columns} from gateway_users where token_hash = $1`)
const otherOwner = statement<[id: string], { id: string }>(
  "select id from gateway_users where role = 'owner' and disabled_at is null and id <> $1 limit 1",
)
const update = statement<[id: string, role: string, disabledAt: number | null, password: string | null]>(
  'update gateway_users set role = $2, disabled_at = $3, password_hash = $4 where id = $1',
)
const updateToken = statement<[id: string, hash: string]>('update gateway_users set token_hash = $2 where id = $1')
const insertFormer = statement<[name: string, user: string, at: number]>(
  'insert into gateway_former_names (name, user_id, removed_at) values ($1, $2, $3) on conflict (name) do nothing',
)
const selectFormer = statement<[name: string], { name: string }>(
  'select name from gateway_former_names where name = $1',
)
const deleteUser = statement<[id: string]>('delete from gateway_users where id = $1')
const deleteKeys = statement<[user: string]>('delete from gateway_keys where user_id = $1')
const deleteSessions = statement<[user: string]>('delete from gateway_sessions where user_id = $1')
/** Changes of users happen one after the other, on all nodes: otherwise two could each remove one of the last two owners. */
const takeTurn = statement<[]>('update gateway_state set users_changed = users_changed + 1 where id = 1')

/** The beginning of every user's token. */
const userTokenPrefix = 'dbu_'

/** Creates the store of users in a database. */
export function createUsers(database: Database, { clock }: { readonly clock: Clock }): Users {
  const inTurn = <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> =>
    database.transaction(async (transaction) => {
      await transaction.run(takeTurn)
      return work(transaction)
    })
  const told = (connection: Connection, change: Omit<TrustChanged, 'type' | 'what'>) =>
    recordTrust(connection, clock.now(), { what: 'user', ...change })
  const endSessions = async (connection: Connection, id: string) => {
    await connection.run(deleteSessions, id)
    await publishAccess(connection, 'user', id)
  }
  return {
    create: async ({ name, role, password, createdBy }) => {
      const [id, token, createdAt] = [newId('usr'), newSecret(userTokenPrefix), clock.now()]
      const hash = password === undefined ? null : await hashPassword(password)
      try {
        const isFormer = await inTurn(async (connection) => {
          if ((await connection.get(selectFormer, name)) !== undefined) return true
          await connection.run(insertUser, id, name, role, hashOf(token), hash, createdBy, createdAt)
          await told(connection, { change: 'added', id: name, by: createdBy, parts: [`role ${role}`] })
          return false
        })
        if (isFormer) return 'former'
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
      return { user: { id, name, role, createdBy, createdAt, hasPassword: hash !== null }, token }
    },
    list: async () => (await database.all(selectAll)).map(userOf),
    find: async (id) => found(await database.get(selectOne, id)),
    findByName: async (name) => found(await database.get(selectNamed, name)),
    isOut: async (name) => {
      const row = await database.get(selectNamed, name)
      return row === undefined ? (await database.get(selectFormer, name)) !== undefined : row.disabled_at !== null
    },
    change: async (id, { role, disabled, password }, by) => {
      const hash = password === undefined ? undefined : await hashPassword(password)
      return inTurn(async (connection) => {
        const row = await connection.get(selectOne, id)
        if (row === undefined) return 'unknown'
        const before = userOf(row)
        const disabledAt = disabled === undefined ? row.disabled_at : disabled ? (row.disabled_at ?? clock.now()) : null
        const after = role ?? before.role
        const isOwner = after === 'owner' && disabledAt === null
        const wasOwner = before.role === 'owner' && row.disabled_at === null
        if (wasOwner && !isOwner && (await connection.get(otherOwner, id)) === undefined) return 'last_owner'
        await connection.run(update, id, after, disabledAt, hash ?? row.password_hash)
        await endSessions(connection, id)
        const parts = [
          ...(after === before.role ? [] : [`role ${before.role} to ${after}`]),
          ...(disabledAt === row.disabled_at ? [] : [disabledAt === null ? 'switched on' : 'switched off']),
          ...(hash === undefined ? [] : ['password']),
        ]
        await told(connection, { change: 'changed', id: row.name, by, parts })
        return userOf({ ...row, role: after, disabled_at: disabledAt, password_hash: hash ?? row.password_hash })
      })
    },
    remove: (id, by) =>
      inTurn(async (connection) => {
        const row = await connection.get(selectOne, id)
        if (row === undefined) return 'unknown'
        const isOwner = row.role === 'owner' && row.disabled_at === null
        if (isOwner && (await connection.get(otherOwner, id)) === undefined) return 'last_owner'
        await connection.run(insertFormer, row.name, id, clock.now())
        await connection.run(deleteUser, id)
        await connection.run(deleteKeys, id)
        await endSessions(connection, id)
        await told(connection, { change: 'removed', id: row.name, by })
        return 'removed'
      }),
    renewToken: (id, by) =>
      inTurn(async (connection) => {
        const token = newSecret(userTokenPrefix)
        if ((await connection.run(updateToken, id, hashOf(token))) === 0) return undefined
        await endSessions(connection, id)
        const name = (await connection.get(selectOne, id))?.name ?? id
        await told(connection, { change: 'changed', id: name, by, parts: ['token'] })
        return token
      }),
    ofToken: async (token) => {
      if (!token.startsWith(userTokenPrefix)) return undefined
      return inForce(found(await database.get(selectByToken, hashOf(token))))
    },
    ofPassword: async (name, password) => {
      const row = await database.get(selectNamed, name)
      const isRight = await isPassword(password, row?.password_hash ?? undefined)
      return isRight ? inForce(found(row)) : undefined
    },
  }
}

function inForce(user: User | undefined): User | undefined {
  return user?.disabledAt === undefined ? user : undefined
}

function found(row: UserRow | undefined): User | undefined {
  return row === undefined ? undefined : userOf(row)
}

function userOf(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    // A role of a later version gives no rights that this one knows.
    role: userRoles.find((role) => role === row.role) ?? 'viewer',
    createdBy: row.created_by,
    createdAt: row.created_at,
    ...defined({ disabledAt: row.disabled_at ?? undefined }),
    hasPassword: row.password_hash !== null,
  }
}
