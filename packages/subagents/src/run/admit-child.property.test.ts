import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { admitChild, type TreeUse } from './admit-child.ts'

const limit = fc.record({
  max: fc.constant(8),
  depth: fc.integer({ min: 1, max: 5 }),
  childrenPerParent: fc.integer({ min: 1, max: 10 }),
  childrenPerSession: fc.integer({ min: 1, max: 30 }),
  childrenPerTree: fc.integer({ min: 1, max: 100 }),
  maxTokens: fc.integer({ min: 1_000, max: 200_000 }),
  maxCost: fc.double({ min: 0.01, max: 10, noNaN: true }),
})
/** A child that is asked for at a depth, or the end of the oldest one with the part of its reservation that it used. */
const step = fc.oneof(
  fc.record({ depth: fc.integer({ min: 1, max: 6 }), parent: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ used: fc.double({ min: 0, max: 1, noNaN: true }) }),
)

test('whatever is asked for in whatever order, a tree never has more children, tokens or cost than its limits', () => {
  fc.assert(
    fc.property(limit, fc.array(step, { minLength: 1, maxLength: 200 }), (limits, steps) => {
      const open: { parent: number; tokens: number; cost: number }[] = []
      let [spawned, tokens, cost] = [0, 0, 0]
      for (const next of steps) {
        if ('used' in next) {
          const ended = open.shift()
          if (ended !== undefined) {
            tokens += Math.floor(ended.tokens * next.used) - ended.tokens
            cost += ended.cost * next.used - ended.cost
          }
          continue
        }
        const use: TreeUse = {
          spawned,
          tokens,
          cost,
          openOfParent: open.filter(({ parent }) => parent === next.parent).length,
          openOfTree: open.length,
        }
        const admitted = admitChild(next.depth, use, limits)
        if (admitted.objection !== undefined) continue
        spawned += 1
        tokens += admitted.tokens
        cost += admitted.cost
        open.push({ parent: next.parent, tokens: admitted.tokens, cost: admitted.cost })
        expect(next.depth).toBeLessThanOrEqual(limits.depth)
        expect(spawned).toBeLessThanOrEqual(limits.childrenPerTree)
        expect(open.length).toBeLessThanOrEqual(limits.childrenPerSession)
        expect(open.filter(({ parent }) => parent === next.parent).length).toBeLessThanOrEqual(limits.childrenPerParent)
        expect(tokens).toBeLessThanOrEqual(limits.maxTokens)
        expect(cost).toBeLessThanOrEqual(limits.maxCost * 1.000_001)
        expect(admitted.tokens).toBeGreaterThan(0)
      }
    }),
    { numRuns: propertyRuns(100) },
  )
})
