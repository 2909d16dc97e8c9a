import type { Principal } from '../base/principal.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import type { CallFacts } from '../policy/authority.ts'
import type { SessionKey } from '../tool/session-state.ts'
import { type Grant, type GrantOwner, type GrantProposal, grantOwner } from './grant.ts'
import { grantCovers, isValidFor } from './grant-covers.ts'

/**
 * Stores grants beyond their session. `allow_always` is offered only if the operator configured a store. If it rejects a grant, the
 * answer counts for its one call.
 */
export interface GrantStore {
  /** The lifetime of a grant, in milliseconds. Default: until it is revoked. */
  readonly lifetimeMs?: number
  /** Every grant of one user and agent that is not revoked, expired ones included. */
  grantsOf(owner: Pick<GrantOwner, 'user' | 'agent'>): readonly Grant[] | Promise<readonly Grant[]>
  save(grant: Grant): void | Promise<void>
  noteUse(id: string, at: number): void | Promise<void>
  /** Returns true if the grant existed. */
  revoke(id: string): boolean | Promise<boolean>
  /** Called with each grant that is saved, whichever session saved it. */
  subscribe(listener: (grant: Grant) => void): Disposable
}

/** A store that lasts as long as its process. */
export function createMemoryGrantStore({ lifetimeMs }: Pick<GrantStore, 'lifetimeMs'> = {}): GrantStore {
  const grants = new Map<string, Grant>()
  const listeners = new Set<(grant: Grant) => void>()
  return {
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
    grantsOf: ({ user, agent }) =>
      [...grants.values()].filter(({ owner }) => owner.user === user && owner.agent === agent),
    save: (grant) => {
      grants.set(grant.id, grant)
      for (const listener of listeners) listener(grant)
    },
    noteUse: (id, at) => {
      const grant = grants.get(id)
      if (grant !== undefined) grants.set(id, { ...grant, lastUsedAt: at })
    },
    revoke: (id) => grants.delete(id),
    subscribe: (listener) => {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
}

/** The grants that apply to a run: those of its session, and those of the operator's store, if there is one. */
export interface Grants {
  /** True if `allow_always` can be stored. */
  readonly lasting: boolean
  /** The grant that covers a call. */
  find(facts: CallFacts): Promise<Grant | undefined>
  /** Returns the valid grants of a caller that vouch for values. */
  vouchers(principal: Principal): Promise<readonly Grant[]>
  /** Records that a call uses the grant. Never rejects: a failure to record it does not stop the call. */
  noteUse(id: string): Promise<void>
  /** Rejects if the store cannot save it. */
  add(proposal: GrantProposal, details: GrantDetails): Promise<Grant>
  /** Called whenever a grant was added that a waiting request might be covered by. */
  subscribe(listener: (grant: Grant) => void): Disposable
}

export interface GrantDetails {
  readonly facts: CallFacts
  readonly lifetime: 'session' | 'always'
  /** The approver's id. */
  readonly grantedBy: string
}

export interface GrantsOptions {
  /** In memory, shared by all runs of one session; see {@link sessionGrants}. */
  readonly session: GrantStore
  readonly store?: GrantStore | undefined
  readonly clock: Clock
  readonly ids: IdSource
}

/** The grants of one session: gone with it. */
export const sessionGrants: SessionKey<GrantStore> = { name: 'session grants', create: () => createMemoryGrantStore() }

export function createGrants({ session, store, clock, ids }: GrantsOptions): Grants {
  const stores = store === undefined ? [session] : [session, store]
  return {
    lasting: store !== undefined,
    find: async (facts) => {
      for (const each of stores) {
        const grant = await findIn(each, facts, clock.now())
        if (grant !== undefined) return grant
      }
      return undefined
    },
    vouchers: async (principal) => {
      const found = await Promise.all(stores.map((each) => vouchersIn(each, principal, clock.now())))
      return found.flat()
    },
    noteUse: async (id) => {
      const noted = stores.map(async (each) => each.noteUse(id, clock.now()))
      await Promise.allSettled(noted)
    },
    add: async (proposal, { facts, lifetime, grantedBy }) => {
      const target = lifetime === 'session' ? session : store
      if (target === undefined)
        throw new DrawbridgeError('invalid_option', 'No store for standing grants is configured.')
      const grantedAt = clock.now()
      const grant: Grant = {
        ...proposal,
        id: ids.next('grant'),
        owner: grantOwner(facts.principal, lifetime),
        grantedBy,
        grantedAt,
        ...(target.lifetimeMs === undefined ? {} : { expiresAt: grantedAt + target.lifetimeMs }),
      }
      await target.save(grant)
      return grant
    },
    subscribe: (listener) => {
      const subscriptions = stores.map((each) => each.subscribe(listener))
      return {
        [Symbol.dispose]: () => {
          for (const subscription of subscriptions) subscription[Symbol.dispose]()
        },
      }
    },
  }
}

/** A store that fails grants nothing: the call is asked about. */
async function findIn(store: GrantStore, facts: CallFacts, now: number): Promise<Grant | undefined> {
  try {
    const grants = await store.grantsOf(facts.principal)
    return grants.find((grant) => grantCovers(grant, facts, now))
  } catch {
    return undefined
  }
}

/** A store that fails vouches for nothing. */
async function vouchersIn(store: GrantStore, principal: Principal, now: number): Promise<readonly Grant[]> {
  try {
    const grants = await store.grantsOf(principal)
    return grants.filter(
      (grant) => grant.scopes.some(({ kind }) => kind === 'value') && isValidFor(grant, principal, now),
    )
  } catch {
    return []
  }
}
