import { fail, type Principal } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { AgentSettings, ServerDefinition } from '../section/server-schema.ts'
import type { ConnectionBudget } from './connection-budget.ts'
import type { ServerConnection } from './create-connection.ts'

/** The connections to one server, each for the callers that may share it. */
export interface ConnectionPool extends AsyncDisposable {
  /**
   * Returns the connection of a caller, which may not be open yet.
   * @param granted The settings in the grant of its agent.
   */
  forCaller(principal: PoolUser, granted?: AgentSettings): ServerConnection
  /** Returns a connection for looking at the server, whichever caller has it. */
  forLooking(): ServerConnection
  readonly connections: readonly ServerConnection[]
}

/** The caller that a connection is opened for, as far as the connection differs by it. */
export interface ConnectionCaller {
  readonly user: string | undefined
  readonly agent: string | undefined
  readonly granted: AgentSettings | undefined
}

type PoolUser = Pick<Principal, 'session' | 'user' | 'agent'>

export interface PoolOptions {
  readonly server: string
  readonly sharing: NonNullable<ServerDefinition['sharing']>
  readonly clock: Clock
  /** The bound of the connections to all servers. */
  readonly budget: ConnectionBudget
  /** True if each user has a login: a connection that was opened for one is never another's. */
  readonly isPersonal: boolean
  /** Returns the key of the connections that this agent shares with nobody, because it has settings of its own. Undefined if it has none. */
  ownKeyOf(agent: string | undefined, granted: AgentSettings | undefined): string | undefined
  /** True while a call of somebody runs on a connection: it is not closed then. */
  isBusy(connection: ServerConnection): boolean
  /**
   * @param caller.user The one whose login is used. Undefined for the login that all share.
   * @param caller.agent The one whose settings are used. Undefined for those of everybody.
   * @param caller.granted The settings in its grant.
   */
  create(caller: ConnectionCaller): ServerConnection
}

const maxConnections = 16
/** A connection that nobody used for this long is closed, in milliseconds. */
const idleMs = 15 * 60_000

interface Entry {
  readonly connection: ServerConnection
  /** The owner. Undefined if it has none yet: the first caller gets it. */
  key: string | undefined
  usedAt: number
  /** The agent and owner, if it has the settings of one agent. */
  readonly ownedBy: string | undefined
}

/** Creates an empty pool. */
export function createPool({
  server,
  sharing,
  clock,
  budget,
  isPersonal,
  ownKeyOf,
  isBusy,
  create,
}: PoolOptions): ConnectionPool {
  const entries = new Set<Entry>()
  let sweeping: Disposable | undefined

  const add = (
    key: string | undefined,
    { user, agent, granted, ownedBy }: Partial<ConnectionCaller> & { readonly ownedBy?: string } = {},
  ): Entry => {
    if (entries.size >= maxConnections) evict()
    if (!budget.makeRoom())
      fail('server_unavailable', 'All connections that MCP servers may have together are in use. Try later.')
    const entry: Entry = { connection: create({ user, agent, granted }), key, usedAt: clock.now(), ownedBy }
    entries.add(entry)
    return entry
  }
  const isFree = ({ connection }: Entry) => connection.state.status !== 'connecting' && !isBusy(connection)
  const close = (entry: Entry) => {
    entries.delete(entry)
    void entry.connection[Symbol.asyncDispose]()
  }
  const oldestFree = () => [...entries].filter(isFree).sort((left, right) => left.usedAt - right.usedAt)[0]
  const evict = () => {
    const oldest = oldestFree()
    if (oldest === undefined) {
      return fail(
        'server_unavailable',
        `The MCP server "${server}" already has ${maxConnections} connections. Try later.`,
      )
    }
    close(oldest)
  }
  const sweepLater = () => {
    sweeping ??= clock.after(idleMs, () => {
      sweeping = undefined
      for (const entry of entries) {
        if (isBusy(entry.connection)) entry.usedAt = clock.now()
        else if (clock.now() - entry.usedAt >= idleMs) entry.connection.rest()
      }
      if (entries.size > 0) sweepLater()
    })
  }
  const used = (entry: Entry): ServerConnection => {
    entry.usedAt = clock.now()
    sweepLater()
    return entry.connection
  }
  const counted = budget.include({
    get size() {
      return entries.size
    },
    oldestFree: () => {
      const oldest = oldestFree()
      return oldest && { usedAt: oldest.usedAt, close: () => close(oldest) }
    },
  })
  return {
    forCaller: (principal, granted) => {
      const ownKey = ownKeyOf(principal.agent, granted)
      const owner = ownerOf(principal, sharing)
      const ownedBy = JSON.stringify([principal.agent, owner])
      const own = ownKey === undefined ? {} : { agent: principal.agent, granted, ownedBy }
      const key = ownKey === undefined ? owner : JSON.stringify([ownKey, owner])
      // Settings that were changed leave nothing of the former ones open.
      for (const entry of entries) if (entry.ownedBy === ownedBy && entry.key !== key && isFree(entry)) close(entry)
      const all = [...entries]
      const free = isPersonal || ownKey !== undefined ? undefined : all.find((entry) => entry.key === undefined)
      const known = all.find((entry) => entry.key === key) ?? free ?? add(key, { user: principal.user, ...own })
      known.key = key
      return used(known)
    },
    forLooking: () =>
      used(
        [...entries].find(({ key, ownedBy }) => ownedBy === undefined && (!isPersonal || key === undefined)) ??
          add(undefined),
      ),
    get connections() {
      return [...entries].map(({ connection }) => connection)
    },
    [Symbol.asyncDispose]: async () => {
      sweeping?.[Symbol.dispose]()
      counted[Symbol.dispose]()
      const all = [...entries]
      entries.clear()
      await Promise.all(all.map(({ connection }) => connection[Symbol.asyncDispose]()))
    },
  }
}

/** Returns who shares a connection with a caller, as a text that no other kind of owner can have. */
function ownerOf({ session, user }: PoolUser, sharing: PoolOptions['sharing']): string {
  switch (sharing) {
    case 'process':
      return 'process'
    case 'user':
      return user === undefined ? `session ${session}` : `user ${user}`
    case 'session':
      return `session ${session}`
    default:
      return sharing satisfies never
  }
}
