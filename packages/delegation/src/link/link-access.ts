import type { Principal } from '@drawbridge/core'
import type { Link } from './link.ts'

/** The link along which an agent may give work to another one, or the reason for the model why it may not. */
export type LinkAccess = { readonly link: Link } | { readonly refused: string }

/** A caller without an agent is the agent `default`, and without a user `local`, as everywhere. */
export type LinkCaller = Pick<Principal, 'agent' | 'user'>

/** Returns the id of the agent of a caller. */
export function agentOf({ agent = 'default' }: Pick<LinkCaller, 'agent'>): string {
  return agent
}

/**
 * Decides if a caller may give work to an agent. Pure. A deny list wins over an allow list, and a link whose settings cannot be read is
 * closed, in both directions.
 */
export function accessAlong(links: readonly Link[], caller: LinkCaller, target: string): LinkAccess {
  const [source, user] = [agentOf(caller), caller.user ?? 'local']
  const between = links.filter((link) => leads(link, source, target))
  if (between.length === 0) return { refused: `There is no link from the agent "${source}" to the agent "${target}".` }
  const refusals: string[] = []
  for (const link of between) {
    const objection = objectionOf(link, user)
    if (objection === undefined) return { link }
    refusals.push(objection)
  }
  return { refused: refusals[0] ?? '' }
}

/** Returns the agents to which links lead from an agent, whatever their settings say. Pure. */
export function linkedFrom(links: readonly Link[], source: string): readonly string[] {
  const targets = links.flatMap((link) =>
    link.source === source
      ? [link.target]
      : link.target === source && link.direction === 'bidirectional'
        ? [link.source]
        : [],
  )
  return [...new Set(targets)].toSorted()
}

function leads({ source, target, direction }: Link, from: string, to: string): boolean {
  return (source === from && target === to) || (direction === 'bidirectional' && source === to && target === from)
}

function objectionOf({ source, target, settings }: Link, user: string): string | undefined {
  const name = `The link between the agents "${source}" and "${target}"`
  if (settings === undefined)
    return `${name} has settings that cannot be read, so nobody may use it. Tell the operator.`
  const { allowUsers, denyUsers } = settings
  const isOpen = !denyUsers.includes(user) && (allowUsers.length === 0 || allowUsers.includes(user))
  return isOpen ? undefined : `${name} does not work for the user "${user}".`
}
