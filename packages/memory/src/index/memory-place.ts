import { createHash } from 'node:crypto'
import type { Principal } from '@drawbridge/core'

/** The owner of documents. An empty text means: all users of the agent, or no project. */
export interface MemoryPlace {
  readonly agent: string
  readonly user: string
  readonly project: string
}

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
