import type { Grant } from '../grant/grant.ts'
import { createMemoryGrantStore, type GrantStore } from '../grant/grant-store.ts'
import type { CallHistory } from './history.ts'

/** The operator's grants as far as the record shows them: the one that let this call pass, and the one that it saved. */
export function createRecordedGrantStore({ slots, end }: CallHistory): GrantStore {
  const used = slots.flatMap(({ event }) => (event.type === 'tool.started' ? [event.decision.grant] : []))
  const lasting = [...used, end?.result.meta.decision?.grant].find((grant) => grant !== undefined && isLasting(grant))
  const saved = slots.flatMap(({ event }) => (event.type === 'permission.granted' ? [event.grant] : [])).find(isLasting)
  const { grantedAt = 0, expiresAt } = saved ?? {}
  const lifetime = expiresAt === undefined ? {} : { lifetimeMs: expiresAt - grantedAt }
  return {
    ...createMemoryGrantStore(),
    ...lifetime,
    grantsOf: () => (lasting === undefined ? [] : [lasting]),
    save: () => {
      if (saved === undefined) throw new Error('the record holds no such grant')
    },
  }
}

function isLasting({ owner }: Grant): boolean {
  return owner.session === undefined
}
