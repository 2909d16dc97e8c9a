import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { findCycle, type GraphStep } from './find-cycle.ts'

const keys = ['a', 'b', 'c', 'd', 'e', 'f', '__proto__']
const graph = fc
  .record(Object.fromEntries(keys.map((key) => [`${key} `, fc.subarray(keys)])))
  .map((record) => keys.map((key): GraphStep => ({ key, dependsOn: record[`${key} `] ?? [] })))

test('whatever depends on what, a cycle is found exactly if no order exists, and its path is one of needs', () => {
  fc.assert(
    fc.property(graph, (steps) => {
      const cycle = findCycle(steps)
      expect(cycle === undefined).toBe(hasOrder(steps))
      if (cycle === undefined) return
      expect(cycle.length).toBeGreaterThan(1)
      expect(cycle[0]).toBe(cycle.at(-1))
      expect(new Set(cycle).size).toBe(cycle.length - 1)
      for (const [index, key] of cycle.slice(0, -1).entries()) {
        expect(steps.find((step) => step.key === key)?.dependsOn).toContain(cycle[index + 1])
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('a step that needs itself is a cycle of one', () => {
  expect(findCycle([{ key: 'a', dependsOn: ['a'] }])).toEqual(['a', 'a'])
})

test('a chain of 50,000 steps is judged without running out of stack', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) => ({ key: `${index}`, dependsOn: [`${index + 1}`] }))
  expect(findCycle(chain)).toBeUndefined()
  expect(findCycle([...chain, { key: '50000', dependsOn: ['0'] }])).toHaveLength(50_002)
})

/** Kahn's algorithm, in its simplest form. */
function hasOrder(steps: readonly GraphStep[]): boolean {
  const placed = new Set<string>()
  for (;;) {
    const free = steps.find(({ key, dependsOn }) => !placed.has(key) && dependsOn.every((need) => placed.has(need)))
    if (free === undefined) return placed.size === steps.length
    placed.add(free.key)
  }
}

test('a circle is named from the step at which the search meets it', () => {
  const steps = [
    { key: 'a', dependsOn: ['b'] },
    { key: 'b', dependsOn: ['c', 'd'] },
    { key: 'c', dependsOn: [] },
    { key: 'd', dependsOn: ['a'] },
  ]
  expect(findCycle(steps)).toEqual(['a', 'b', 'd', 'a'])
  expect(findCycle(steps.slice(0, 3))).toBeUndefined()
})
