import type { Grant, GrantStore } from '@drawbridge/core/approval'
import { type Clock, systemClock } from '@drawbridge/core/base'
import type { Change } from '../change/change.ts'
import { listenOnce } from '../change/listen-once.ts'
import type { Database } from '../database/database.ts'
import {
  activeGrants,
  allGrants,
  findGrant,
  grantsOfOwner,
  insertGrant,
  noteGrantUse,
  ownerKey,
  readGrant,
  revokeGrant,
  type StoredGrant,
} from './grant-rows.ts'

/** The options of `createDatabaseGrantStore`. */
export interface DatabaseGrantStoreOptions {
  /** The lifetime of a grant, in milliseconds. Default: until it is revoked. */
  readonly lifetimeMs?: number
  readonly clock?: Clock
}

/** Grants in a database, shared by every process that works on it. Disposed, it notes the last uses and hears no more. */
export interface DatabaseGrantStore extends GrantStore, AsyncDisposable {
  /** Every grant, also expired and revoked ones, oldest first. */
  list(): Promise<readonly StoredGrant[]>
  /**
   * Resolves to true if the grant existed and was not revoked before. The row stays.
   * @param by The person who revokes it.
   */
  revoke(id: string, by?: string): Promise<boolean>
}

/** The topic under which changes of grants are published. */
const topic = 'grant'

/** Uses of a grant within this time are recorded by one write, which no call waits for. Milliseconds. */
const noteAfterMs = 1_000

/** Creates the store that keeps grants in the database. */
export function createDatabaseGrantStore(
  database: Database,
  { lifetimeMs, clock = systemClock }: DatabaseGrantStoreOptions = {},
): DatabaseGrantStore {
  const listeners = new Set<(grant: Grant) => void>()
  const uses = new Map<string, number>()
  const listening = listenOnce(database, topic, (change) => void tell(change).catch(() => undefined))
  let noting: Promise<void> = Promise.resolve()
  let timer: Disposable | undefined

  return {
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
    grantsOf: async (owner) => {
      // A caller that finds nothing may wait for a grant next, so listening must start first.
      await listening.start()
      return (await database.all(grantsOfOwner, ownerKey(owner))).map(readGrant)
    },
    save: async (grant) => {
      const { recordTrust } = await import('../audit/record-change.ts')
      return database.transaction(async (transaction) => {
        const { id, owner, tool, scopes, permission, risk, grantedBy, grantedAt, expiresAt = null } = grant
        await transaction.run(
          insertGrant,
          id,
          ownerKey(owner),
          tool,
          JSON.stringify(scopes),
          permission,
          risk,
          grantedBy,
          grantedAt,
          expiresAt,
        )
        const parts = [tool, ...Object.entries(owner).map(([kind, name]) => `${kind} ${name}`)]
        await recordTrust(transaction, clock.now(), { what: 'grant', change: 'added', id, by: grantedBy, parts })
        await transaction.publish(topic, id)
      })
    },
    noteUse: (id, at) => {
      uses.set(id, Math.max(at, uses.get(id) ?? at))
      timer ??= clock.after(noteAfterMs, () => {
        timer = undefined
        noting = noting.then(note)
      })
    },
    revoke: async (id, by = 'operator') => {
      const { recordTrust } = await import('../audit/record-change.ts')
      return database.transaction(async (transaction) => {
        const revoked = (await transaction.run(revokeGrant, id, clock.now(), by)) > 0
        if (revoked) {
          await recordTrust(transaction, clock.now(), { what: 'grant', change: 'removed', id, by })
          await transaction.publish(topic, id)
        }
        return revoked
      })
    },
    list: async () => (await database.all(allGrants)).map(readGrant),
    subscribe: (listener) => {
      listeners.add(listener)
      void listening.start().catch(() => undefined)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    [Symbol.asyncDispose]: async () => {
      timer?.[Symbol.dispose]()
      listeners.clear()
      await noting
      await note()
      await listening[Symbol.asyncDispose]()
    },
  }

  async function tell({ key }: Change): Promise<void> {
    if (listeners.size === 0) return
    const rows = key === undefined ? await database.all(activeGrants) : await database.all(findGrant, key)
    for (const row of rows) {
      if (row.revoked_at !== null) continue
      const grant = readGrant(row)
      for (const listener of listeners) listener(grant)
    }
  }

  /** A use that cannot be recorded stops nothing. */
  async function note(): Promise<void> {
    const noted = [...uses]
    uses.clear()
    for (const [id, at] of noted) await database.run(noteGrantUse, id, at).catch(() => undefined)
  }
}
