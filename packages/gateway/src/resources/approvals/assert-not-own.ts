import type { Principal } from '@drawbridge/core'
import { type Caller, hasScope } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import type { Gateway } from '../../server/gateway.ts'

/** The scopes with which a key lets agents work. */
const beginning = ['teams:write', 'tools:invoke', 'sessions:write', 'chat', 'mcp']

/**
 * Refuses the key that the run which asks works for: what holds the key could otherwise allow itself everything, and speak as its user. A
 * person who is signed in may answer, and so may another key that carries the decisions of a person.
 */
export async function assertNotOwn(
  { principal }: { readonly principal: Pick<Principal, 'session' | 'parents' | 'user' | 'via'> },
  { gateway, caller }: { readonly gateway: Gateway; readonly caller: Caller },
): Promise<void> {
  const { key, user } = caller
  if (key === undefined) return
  // Tasks and mail of a team are done later, by runs that do not say who asked for them.
  const isOfTeam = principal.via === 'team' && principal.user === user.name
  if (isOfTeam && beginning.some((scope) => hasScope(caller, scope)))
    refuse('not_human', 'This key can give work to a team, so it cannot answer what a team asks for its own user.')
  const { session } = principal
  const parents = principal.parents.map(({ run }) => run)
  if (await gateway.access.sessionKeys.hadPart(key.id, { session, parents }))
    refuse(
      'not_human',
      'The run that asks works for this key, which cannot answer for a person. Answer it signed in, or with another key.',
    )
}
