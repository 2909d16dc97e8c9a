import type { Grant, GrantOwner } from './grant.ts'

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
