import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveIntervals, type Interval, type Statement } from './derive-intervals.ts'

const moment = fc.integer({ min: 0, max: 12 })
const statement = fc.record({
  object: fc.integer({ min: 1, max: 3 }),
  from: fc.option(moment, { nil: undefined }),
  to: fc.option(moment, { nil: undefined }),
})
const statements = fc.array(statement, { maxLength: 7 })

/** Says what holds at a moment straight from the rules. */
function holdingAt(stated: readonly Statement[], time: number, kind: 'single' | 'multi'): readonly number[] {
  const all = stated.map(({ object, from, to }) => ({
    object,
    to,
    from:
      from ??
      stated
        .filter((other) => other.object === object && (to === undefined || (other.from ?? to) < to))
        .map((other) => other.from)
        .filter((start) => start !== undefined)
        .toSorted((left, right) => left - right)[0],
  }))
  const begun = all.filter(({ from = Number.NEGATIVE_INFINITY }) => from <= time)
  const latest = Math.max(...begun.map(({ from = Number.NEGATIVE_INFINITY }) => from))
  const counting = kind === 'single' ? begun.filter(({ from = Number.NEGATIVE_INFINITY }) => from === latest) : begun
  const holds = ({ object, from = Number.NEGATIVE_INFINITY, to }: Statement) => {
    if (to !== undefined) return to > time
    return all.every(
      (other) => other.object !== object || other.to === undefined || other.to <= from || other.to > time,
    )
  }
  return [...new Set(counting.filter(holds).map(({ object }) => object))].toSorted()
}

function at(intervals: readonly Interval[], time: number): readonly number[] {
  return intervals
    .filter(({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }) => from <= time && time < to)
    .map(({ object }) => object)
    .toSorted()
}

describe('the times in which facts hold', () => {
  test.each(['single', 'multi'] as const)('of a %s relation are those of the rules at each moment', (kind) => {
    fc.assert(
      fc.property(statements, (all) => {
        const intervals = deriveIntervals(all, kind)
        for (let time = -1; time <= 13; time += 1) expect(at(intervals, time)).toEqual(holdingAt(all, time, kind))
      }),
    )
  })

  test.each(['single', 'multi'] as const)('of a %s relation do not depend on the order of statements', (kind) => {
    fc.assert(
      fc.property(statements, fc.infiniteStream(fc.nat()), (all, keys) => {
        const shuffled = all
          .map((each) => ({ each, key: keys.next().value ?? 0 }))
          .toSorted((left, right) => left.key - right.key)
          .map(({ each }) => each)
        expect(deriveIntervals(shuffled, kind)).toEqual(deriveIntervals(all, kind))
        expect(deriveIntervals([...all, ...all], kind)).toEqual(deriveIntervals(all, kind))
      }),
    )
  })

  test('of a single relation end where the next begins, and an older fact that comes late is closed', () => {
    const settled = { state: 'settled' }
    expect(
      deriveIntervals(
        [
          { object: 2, from: 20, to: undefined },
          { object: 1, from: 10, to: undefined },
        ],
        'single',
      ),
    ).toEqual([
      { object: 1, from: 10, to: 20, ...settled },
      { object: 2, from: 20, to: undefined, ...settled },
    ])
  })

  test('that begin together are a conflict, and none is dropped', () => {
    const both = [1, 2].map((object) => ({ object, from: 10, to: undefined }))
    expect(deriveIntervals(both, 'single').map(({ state }) => state)).toEqual(['conflict', 'conflict'])
    expect(deriveIntervals(both, 'multi').map(({ state }) => state)).toEqual(['settled', 'settled'])
  })
})
