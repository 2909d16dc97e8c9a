import type { Principal } from '@drawbridge/core'
import type { Caller } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import type { Gateway } from '../../server/gateway.ts'

/**
 * Refuses the key that the run which asks works for: what holds the key could otherwise allow itself everything, and speak as its user. A
 * person who is signed in may answer, and so may another key that carries the decisions of a person.
 */
export async function assertNotOwn(
  { principal }: { readonly principal: Pick<Principal, 'session' | 'parents'> },
  { gateway, caller: { key } }: { readonly gateway: Gateway; readonly caller: Caller },
): Promise<void> {
  if (key === undefined) return
  const { session } = principal
  const parents = principal.parents.map(({ run }) => run)
  if (await gateway.access.sessionKeys.hadPart(key.id, { session, parents }))
    refuse(
      'not_human',
      'The run that asks works for this key, which cannot answer for a person. Answer it signed in, or with another key.',
    )
}
