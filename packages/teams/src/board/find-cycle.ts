/** The tasks that each task waits for, by id. */
export type Dependencies = ReadonlyMap<string, readonly string[]>

/**
 * Returns a cycle through a task as the path that leads back to it: `[a, b, a]`. Undefined if there is none.
 * @param start The task whose dependencies have changed: a cycle that is new runs through it.
 */
export function findCycle(dependencies: Dependencies, start: string): readonly string[] | undefined {
  const seen = new Set<string>()
  const open: { readonly id: string; readonly path: readonly string[] }[] = [{ id: start, path: [start] }]
  while (open.length > 0) {
    const { id, path } = open.pop() ?? { id: start, path: [] }
    for (const next of dependencies.get(id) ?? []) {
      if (next === start) return [...path, start]
      if (seen.has(next)) continue
      seen.add(next)
      open.push({ id: next, path: [...path, next] })
    }
  }
  return undefined
}
