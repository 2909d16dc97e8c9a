import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageRank } from './page-rank.ts'

const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.record({
    restart: fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: size, maxLength: size }),
    edges: fc.array(
      fc.record({
        from: fc.nat(size - 1),
        to: fc.nat(size - 1),
        weight: fc.double({ min: 0.001, max: 10, noNaN: true }),
      }),
      { maxLength: 40 },
    ),
  }),
)

test('ranks are shares of one whole', () => {
  fc.assert(
    fc.property(graph, ({ edges, restart }) => {
      const ranks = pageRank(edges, restart)
      for (const rank of ranks) expect(rank).toBeGreaterThanOrEqual(0)
      expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 6)
    }),
  )
})

test('what more refer to ranks higher', () => {
  const edge = (from: number, to: number) => ({ from, to, weight: 1 })
  const [often = 0, once = 0, never = 0] = pageRank([edge(1, 0), edge(2, 0), edge(0, 1)], [1, 1, 1])
  expect(often).toBeGreaterThan(once)
  expect(once).toBeGreaterThan(never)
})

test('no nodes have no ranks', () => {
  expect(pageRank([], [])).toEqual([])
})
