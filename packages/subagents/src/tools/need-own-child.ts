import { fail, type Principal } from '@drawbridge/core'
import type { Child, ChildAgents } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'

/** Returns the service of a house. It is loaded with the first call. */
export async function needChildAgents(house: House): Promise<ChildAgents> {
  const children = await house.service('childAgents')
  return children ?? fail('tool_not_available', 'No room starts children here.')
}

/** Returns the children of the caller's session that a word selects: an id or the beginning of one, a label, `all` or `last`. */
export async function ownChildren(
  children: ChildAgents,
  { session }: Pick<Principal, 'session'>,
  word: string,
): Promise<readonly Child[]> {
  const own = await children.list(session)
  if (word === 'all') return own
  const found = word === 'last' ? own.at(-1) : findOne(own, word)
  if (found !== undefined) return [found]
  const known = own.map(({ id, label }) => `${id} ${JSON.stringify(label)}`).join(', ')
  return fail(
    'invalid_target',
    `You have no child ${JSON.stringify(word)}. ${known === '' ? 'You have no children.' : `Yours are: ${known}.`}`,
  )
}

function findOne(own: readonly Child[], word: string): Child | undefined {
  const exact = own.find(({ id, label }) => id === word || label === word)
  if (exact !== undefined) return exact
  const [only, ...more] = own.filter(({ id }) => word.length >= 8 && id.startsWith(word))
  return more.length === 0 ? only : undefined
}
