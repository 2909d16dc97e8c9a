import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { findCycle } from './find-cycle.ts'

test('a cycle is named by its path', () => {
  const tasks = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['a']],
  ])
  expect(findCycle(tasks, 'a')).toEqual(['a', 'b', 'd', 'a'])
  expect(findCycle(tasks, 'c')).toBeUndefined()
})

test('whatever the tasks are, a path that is found leads back, and without one there is an order', () => {
  const id = fc.integer({ min: 0, max: 7 }).map(String)
  const graph = fc.array(fc.tuple(id, id), { maxLength: 20 })
  fc.assert(
    fc.property(graph, id, (edges, start) => {
      const tasks = new Map(
        [...Map.groupBy(edges, ([from]) => from)].map(([from, all]) => [from, all.map(([, to]) => to)]),
      )
      const cycle = findCycle(tasks, start)
      if (cycle === undefined) expect(reachable(tasks, start)).not.toContain(start)
      else {
        expect([cycle[0], cycle.at(-1)]).toEqual([start, start])
        for (const [index, next] of cycle.slice(1).entries()) expect(tasks.get(cycle[index] ?? '')).toContain(next)
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})

function reachable(tasks: ReadonlyMap<string, readonly string[]>, start: string): readonly string[] {
  const found = new Set<string>()
  const visit = (id: string): void => {
    for (const next of tasks.get(id) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(start)
  return [...found]
}
