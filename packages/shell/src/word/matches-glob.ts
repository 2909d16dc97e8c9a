/** Longer globs match nothing: they are not written to hit the short names that are looked for. */
const maximumLength = 200

/** Returns true if a shell glob of `*`, `?` and `[…]` matches a whole name. */
export function matchesGlob(glob: string, name: string): boolean {
  if (glob.length > maximumLength) return false
  let states = new Set([0])
  const tokens = glob.match(/\[[^\]]*\]|[\s\S]/g) ?? []
  const skip = (from: Set<number>): Set<number> => {
    for (const state of from) if (tokens[state] === '*') from.add(state + 1)
    return from
  }
  states = skip(states)
  for (const character of name) {
    const next = new Set<number>()
    for (const state of states) {
      const token = tokens[state]
      if (token === '*') next.add(state)
      else if (token === '?' || token === character || token?.startsWith('[') === true) next.add(state + 1)
    }
    states = skip(next)
  }
  return states.has(tokens.length)
}
