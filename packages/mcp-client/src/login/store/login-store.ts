import { randomUUID } from 'node:crypto'
import type { House } from '@drawbridge/room'
import type { Transaction } from '@drawbridge/store/database'
import {
  type Credentials,
  type Login,
  type LoginFacts,
  type LoginKey,
  readCredentials,
  secretsOf,
  writeCredentials,
} from './login.ts'
import {
  allLogins,
  endLease,
  factsOf,
  findLease,
  findLogin,
  findWanted,
  insertLogin,
  type LoginRow,
  leaseLogin,
  putWanted,
  removeLogin,
  removeWanted,
  rowIdOf,
  sealedLogins,
} from './login-rows.ts'

/** The outcome of an attempt to be the one process that refreshes a pair of tokens. */
export type LeaseOutcome =
  | { readonly status: 'leased'; readonly lease: string }
  /** Another process refreshes it now, until this time at the latest; in milliseconds since the Unix epoch. */
  | { readonly status: 'held'; readonly until: number }
  /** There is another pair by now, or none. */
  | { readonly status: 'stale' }

/** The logins of a home. Tokens are encrypted, and what is read is removed from everything that leaves. */
export interface LoginStore {
  find(key: LoginKey): Promise<Login | undefined>
  list(): Promise<readonly LoginFacts[]>
  /**
   * Replaces the login of a place, and forgets the scopes that were missing. Resolves to false, and keeps what is there, if a lease is
   * given and somebody has logged in or out since it began.
   */
  put(facts: LoginFacts, credentials: Credentials, lease?: string): Promise<boolean>
  /** Resolves to true if there was one. */
  remove(key: LoginKey): Promise<boolean>
  lease(key: LoginKey, revision: number): Promise<LeaseOutcome>
  endLease(key: LoginKey, lease: string): Promise<void>
  /** The scopes that a server missed since the last login. */
  wanted(key: LoginKey): Promise<readonly string[]>
  /** Adds scopes that a server missed. */
  want(key: LoginKey, scopes: readonly string[]): Promise<void>
  /** Calls the listener with the server whose logins changed, in this process or another; undefined for any of them. */
  watch(listener: (server: string | undefined) => void): Promise<Disposable>
}

/** The longest time that one refresh takes, in milliseconds. After it another process may try. */
const leaseMs = 45_000
const topic = 'mcp_login'

/** Creates the store. The database is opened when a login is read first. */
export function createLoginStore({
  database,
  clock,
  sealer,
  hide,
}: Pick<House, 'database' | 'clock' | 'sealer' | 'hide'>): LoginStore {
  const opened = async (row: LoginRow): Promise<Login> => {
    const { open } = await sealer()
    const credentials = readCredentials(await open(sealedLogins, { key: row.id }, row.encrypted_credentials))
    for (const secret of secretsOf(credentials)) hide(secret)
    return { ...factsOf(row), revision: row.revision, credentials }
  }
  const change = async <Result>(server: string, work: (transaction: Transaction) => Promise<Result>) =>
    (await database.obtain()).transaction(async (transaction) => {
      const result = await work(transaction)
      await transaction.publish(topic, server)
      return result
    })
  return {
    find: async (key) => {
      const row = await (await database.find())?.get(findLogin, rowIdOf(key))
      return row && opened(row)
    },
    list: async () => ((await (await database.find())?.all(allLogins)) ?? []).map(factsOf),
    put: async (facts, credentials, lease) => {
      for (const secret of secretsOf(credentials)) hide(secret)
      const id = rowIdOf(facts)
      const { seal } = await sealer()
      return change(facts.server, async (transaction) => {
        const before = await transaction.get(findLease, id)
        if (lease !== undefined && before?.lease !== lease) return false
        const { envelope, keyId } = await seal(transaction, sealedLogins, { key: id }, writeCredentials(credentials))
        await transaction.run(removeLogin, id)
        if (lease === undefined) await transaction.run(removeWanted, id)
        await transaction.run(
          insertLogin,
          id,
          facts.server,
          facts.owner,
          facts.url,
          facts.issuer,
          facts.resource,
          facts.scopes.join(' '),
          facts.expiresAt ?? null,
          (before?.revision ?? 0) + 1,
          envelope,
          keyId,
          clock.now(),
        )
        return true
      })
    },
    remove: async (key) => {
      if ((await database.find()) === undefined) return false
      return change(key.server, async (transaction) => {
        await transaction.run(removeWanted, rowIdOf(key))
        return (await transaction.run(removeLogin, rowIdOf(key))) > 0
      })
    },
    lease: async (key, revision) => {
      const found = await database.obtain()
      const [id, lease, now] = [rowIdOf(key), randomUUID(), clock.now()]
      if ((await found.get(leaseLogin, id, revision, lease, now + leaseMs, now)) !== undefined)
        return { status: 'leased', lease }
      const held = await found.get(findLease, id)
      if (held === undefined || held.revision !== revision || held.leased_until === null) return { status: 'stale' }
      return { status: 'held', until: held.leased_until }
    },
    endLease: async (key, lease) => void (await (await database.obtain()).run(endLease, rowIdOf(key), lease)),
    wanted: async (key) => {
      const row = await (await database.find())?.get(findWanted, rowIdOf(key))
      return row?.scopes.split(' ') ?? []
    },
    want: async (key, scopes) =>
      (await database.obtain()).transaction(async (transaction) => {
        const row = await transaction.get(findWanted, rowIdOf(key))
        const all = [...new Set([...(row?.scopes.split(' ') ?? []), ...scopes])]
        await transaction.run(putWanted, rowIdOf(key), all.join(' '))
      }),
    watch: async (listener) => {
      const found = await database.find()
      return (await found?.subscribe(topic, ({ key }) => listener(key))) ?? { [Symbol.dispose]: () => undefined }
    },
  }
}
