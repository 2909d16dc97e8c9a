import { createHash } from 'node:crypto'
import type { Principal } from '@drawbridge/core'
import type { KnowledgeOwner } from '@drawbridge/core/agent'
import { isWithin } from '@drawbridge/core/base'

/** The owner of documents or facts. An empty text means: all users of the agent, or no project. */
export type MemoryPlace = KnowledgeOwner

/** The agent and the user of callers that name none. */
const unnamed = { agent: 'default', user: 'local' } as const

/**
 * Returns the places whose documents a caller sees: the own ones and those for all users of the agent, each also with those of the
 * project that it works in.
 * @param project As `projectOf` returns it. Empty for a caller that works in no project.
 */
export function visiblePlaces(caller: Pick<Principal, 'agent' | 'user'>, project: string): readonly MemoryPlace[] {
  const owner = ownerOf(caller)
  return [owner.user, ''].flatMap((each) =>
    (project === '' ? [''] : [project, '']).map((where) => ({ agent: owner.agent, user: each, project: where })),
  )
}

/** Returns the agent and the user of a caller. */
export function ownerOf({ agent, user }: Pick<Principal, 'agent' | 'user'>): Pick<MemoryPlace, 'agent' | 'user'> {
  return { agent: agent ?? unnamed.agent, user: user ?? unnamed.user }
}

/** Returns the name of a project: a hash of its folder. @param folder Absolute, without links. */
export function projectOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 32)
}

/**
 * Returns the places that the caller of a tool sees, the nearest first: own before shared, of the project before general.
 * @param home The data folder: the folder of a kept agent in it is not a project, since everything that the agent does happens there.
 */
export function placesOfCaller(
  home: string,
  { principal, workspace }: { readonly principal: Pick<Principal, 'agent' | 'user'>; readonly workspace: string },
): readonly MemoryPlace[] {
  return visiblePlaces(principal, isWithin(home, workspace) ? '' : projectOf(workspace))
}
