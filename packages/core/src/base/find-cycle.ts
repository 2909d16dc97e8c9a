/** A step with the keys of those that it needs. */
export interface GraphStep {
  readonly key: string
  readonly dependsOn: readonly string[]
}

/**
 * Finds steps that wait for each other. Returns one such circle as the keys along it, each needing the next, the first one again at the
 * end; undefined if there is none. Takes time in proportion to steps and dependencies, whatever the depth.
 */
export function findCycle(steps: readonly GraphStep[]): readonly string[] | undefined {
  const needsOf = new Map(steps.map(({ key, dependsOn }) => [key, dependsOn]))
  const done = new Set<string>()
  for (const { key: start } of steps) {
    if (done.has(start)) continue
    const path: string[] = [start]
    const placeOf = new Map([[start, 0]])
    const next: number[] = [0]
    while (path.length > 0) {
      const key = path.at(-1) ?? ''
      const index = next.at(-1) ?? 0
      const needed = needsOf.get(key)?.[index]
      if (needed === undefined) {
        done.add(key)
        placeOf.delete(key)
        path.pop()
        next.pop()
        continue
      }
      next[next.length - 1] = index + 1
      const place = placeOf.get(needed)
      if (place !== undefined) return [...path.slice(place), needed]
      if (done.has(needed)) continue
      placeOf.set(needed, path.length)
      path.push(needed)
      next.push(0)
    }
  }
  return undefined
}
