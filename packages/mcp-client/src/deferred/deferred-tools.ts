import { serverOf } from '../tools/server-of.ts'

/**
 * Returns the tools of servers that no model is shown because there are more than `above`. The servers are taken in the order of the
 * configuration; one whose tools do not all fit into the rest is left to the search as a whole. Pure.
 * @param names The canonical names of all tools of a caller's set.
 * @param servers The ids of the servers, in their order.
 */
export function deferredTools(
  names: readonly string[],
  { servers, above }: { readonly servers: readonly string[]; readonly above: number },
): ReadonlySet<string> {
  const groups = new Map<string, string[]>(servers.map((server) => [server, []]))
  for (const name of names) {
    const server = serverOf(name)
    if (server !== undefined) groups.set(server, [...(groups.get(server) ?? []), name])
  }
  const all = [...groups.values()]
  if (all.flat().length <= above) return new Set()
  let left = above
  return new Set(
    all.flatMap((group) => {
      if (group.length > left) return group
      left -= group.length
      return []
    }),
  )
}
