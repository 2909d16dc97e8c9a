import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseHits } from './choose-hits.ts'
import { fuseLists } from './fuse-lists.ts'
import type { MemoryHit } from './memory-hit.ts'

const hit = fc.record({
  id: fc.nat(1_000),
  partition: fc.nat(2),
  place: fc.constant({ agent: 'default', user: 'ada', project: '' }),
  origin: fc.constant('note' as const),
  path: fc.constantFrom('a.md', 'b.md', 'c.md'),
  headings: fc.constantFrom([], ['One'], ['Two']),
  firstLine: fc.nat(9),
  lastLine: fc.nat(9),
  text: fc.string({ minLength: 1, maxLength: 30 }),
  trust: fc.constantFrom('trusted' as const, 'untrusted' as const),
  source: fc.constant(''),
  modifiedMs: fc.constant(0),
  scores: fc.constant({ text: 1, vector: undefined, coverage: 1 }),
  quality: fc.constant('strong' as const),
})

test('untrusted hits come last and fill at most a third, no section more than two places, and no text comes twice', () => {
  fc.assert(
    fc.property(
      fc.array(hit, { maxLength: 30 }),
      fc.integer({ min: 1, max: 12 }),
      (ranked: readonly MemoryHit[], count) => {
        const chosen = chooseHits(ranked, count)
        const untrusted = chosen.filter(({ trust }) => trust === 'untrusted')
        expect(chosen.length).toBeLessThanOrEqual(count)
        expect(untrusted.length).toBeLessThanOrEqual(Math.max(1, Math.floor(count / 3)))
        expect(chosen.slice(chosen.length - untrusted.length)).toEqual(untrusted)
        const sections = Map.groupBy(chosen, (each) =>
          JSON.stringify([each.trust, each.partition, each.path, each.headings]),
        )
        for (const hits of sections.values()) expect(hits.length).toBeLessThanOrEqual(2)
        expect(new Set(chosen.map(({ text }) => text.toLowerCase())).size).toBe(chosen.length)
        if (ranked.some(({ trust }) => trust === 'untrusted'))
          expect(untrusted.length + chosen.length).toBeGreaterThan(0)
      },
    ),
  )
})

test('what both lists have comes first, and a list without weight only fills', () => {
  const ids = fuseLists([
    { ids: [1, 2, 3], weight: 1 },
    { ids: [3, 9], weight: 1 },
  ]).map(({ id }) => id)
  expect(ids[0]).toBe(3)
  expect(
    fuseLists([
      { ids: [1, 2], weight: 1 },
      { ids: [9, 2], weight: 0 },
    ]),
  ).toEqual([
    { id: 1, score: 1 / 61 },
    { id: 2, score: 1 / 62 },
    { id: 9, score: 0 },
  ])
})
