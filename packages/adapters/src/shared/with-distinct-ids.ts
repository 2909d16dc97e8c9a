/**
 * Gives calls of one turn that share an id, as some servers write them, ids of their own: `1`, `1 (2)`. The same calls in the same order
 * get the same ids. Pure.
 */
export function withDistinctIds<Call extends { readonly id: string }>(calls: readonly Call[]): readonly Call[] {
  const given = new Set(calls.map(({ id }) => id))
  const taken = new Set<string>()
  return calls.map((call) => {
    let id = call.id
    for (let count = 2; taken.has(id) || (id !== call.id && given.has(id)); count += 1) id = `${call.id} (${count})`
    taken.add(id)
    return id === call.id ? call : { ...call, id }
  })
}
