import { fail, type Principal } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { ServerDefinition } from '../section/server-schema.ts'
import type { ServerConnection } from './create-connection.ts'

/** The connections to one server, each for the callers that may share it. */
export interface ConnectionPool extends AsyncDisposable {
  /** Returns the connection of a caller, which may not be open yet. */
  forCaller(principal: Principal): ServerConnection
  /** Returns a connection for looking at the server, whichever caller has it. */
  forLooking(): ServerConnection
  readonly connections: readonly ServerConnection[]
}

/** The caller that a connection is opened for, as far as the connection differs by it. */
export interface ConnectionCaller {
  readonly user: string | undefined
  readonly agent: string | undefined
}

export interface PoolOptions {
  readonly server: string
  readonly sharing: NonNullable<ServerDefinition['sharing']>
  readonly clock: Clock
  /** True if each user has a login: a connection that was opened for one is never another's. */
  readonly isPersonal: boolean
  /** True if the configuration has settings for this agent alone: nobody else uses its connections. */
  hasOwnSettings(agent: string | undefined): boolean
  /**
   * @param caller.user The one whose login is used. Undefined for the login that all share.
   * @param caller.agent The one whose settings are used. Undefined for those of everybody.
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
  /** True if it has the settings of one agent. */
  readonly isOwn: boolean
}

/** Creates an empty pool. */
export function createPool({
  server,
  sharing,
  clock,
  isPersonal,
  hasOwnSettings,
  create,
}: PoolOptions): ConnectionPool {
  const entries = new Set<Entry>()
  let sweeping: Disposable | undefined

  const add = (key: string | undefined, { user, agent }: Partial<ConnectionCaller> = {}): Entry => {
    if (entries.size >= maxConnections) evict()
    const entry: Entry = { connection: create({ user, agent }), key, usedAt: clock.now(), isOwn: agent !== undefined }
    entries.add(entry)
    return entry
  }
  const evict = () => {
    const [oldest] = [...entries].filter(isUnused).sort((left, right) => left.usedAt - right.usedAt)
    if (oldest === undefined) {
      return fail(
        'server_unavailable',
        `The MCP server "${server}" already has ${maxConnections} connections. Try later.`,
      )
    }
    entries.delete(oldest)
    void oldest.connection[Symbol.asyncDispose]()
  }
  const sweepLater = () => {
    sweeping ??= clock.after(idleMs, () => {
      sweeping = undefined
      for (const { connection, usedAt } of entries) if (clock.now() - usedAt >= idleMs) connection.rest()
      if (entries.size > 0) sweepLater()
    })
  }
  const used = (entry: Entry): ServerConnection => {
    entry.usedAt = clock.now()
    sweepLater()
    return entry.connection
  }
  return {
    forCaller: (principal) => {
      const agent = hasOwnSettings(principal.agent) ? principal.agent : undefined
      const owner = ownerOf(principal, sharing)
      const key = agent === undefined ? owner : JSON.stringify([agent, owner])
      const all = [...entries]
      const free = isPersonal || agent !== undefined ? undefined : all.find((entry) => entry.key === undefined)
      const known = all.find((entry) => entry.key === key) ?? free ?? add(key, { user: principal.user, agent })
      known.key = key
      return used(known)
    },
    forLooking: () =>
      used([...entries].find(({ key, isOwn }) => !isOwn && (!isPersonal || key === undefined)) ?? add(undefined)),
    get connections() {
      return [...entries].map(({ connection }) => connection)
    },
    [Symbol.asyncDispose]: async () => {
      sweeping?.[Symbol.dispose]()
      const all = [...entries]
      entries.clear()
      await Promise.all(all.map(({ connection }) => connection[Symbol.asyncDispose]()))
    },
  }
}

function isUnused({ connection }: Entry): boolean {
  return connection.state.status !== 'connecting'
}

/** Returns who shares a connection with a caller, as a text that no other kind of owner can have. */
function ownerOf({ session, user }: Principal, sharing: PoolOptions['sharing']): string {
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
