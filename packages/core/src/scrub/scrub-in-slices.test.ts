import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, madeUp } from './__fixtures__/texts.ts'
import { createScrubber } from './create-scrubber.ts'
import { scrubInSlices } from './scrub-in-slices.ts'
import { longestStep } from './scrub-value.ts'

const scrubber = createScrubber()

function counting() {
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const sliced = scrubInSlices({ ...scrubber, pause })
  return { sliced, pauses: () => pauses }
}

const total = (counts: object) => Object.values(counts).reduce((sum: number, count: number) => sum + count, 0)

const filler = 'a line of a log, harmless\n'.repeat(longestStep / 20)

describe('scrubbing in slices', () => {
  test('makes of a long text what scrubbing it at once does', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, hostileText, async (...parts) => {
        const text = parts.join(filler)
        const whole = scrubber.scrub(text)
        const sliced = await scrubber.sliced.scrub(text)
        expect(sliced.text).toBe(whole.text)
        // If two rules find the same secret, either may count it.
        expect(total(sliced.counts)).toBe(total(whole.counts))
      }),
      { numRuns: 30 },
    )
  })

  test('makes of data what scrubbing it at once does', async () => {
    const secret = madeUp('ghp_', 36)
    const value = {
      password: 'short but a secret',
      [`key ${secret}`]: [filler + secret + filler, ['--token', 'abcdefgh'], 1, null, true],
      list: Array.from({ length: 10_000 }, (_, index) => ({ index, text: index % 100 === 0 ? secret : 'x' })),
    }
    expect(await scrubber.sliced.scrubValue(value)).toEqual(scrubber.scrubValue(value))
    const clean = { list: [filler, { a: filler }] }
    expect((await scrubber.sliced.scrubValue(clean)).value).toBe(clean)
  })

  test.each([
    ['a long text', 'x '.repeat(longestStep * 4), 8],
    ['texts in a list', Array.from({ length: 8 }, () => 'x '.repeat(longestStep / 2)), 8],
    ['many values', Array.from({ length: longestStep }, () => 1), 8],
    ['many members', Object.fromEntries(Array.from({ length: longestStep }, (_, index) => [index, null])), 8],
    ['small lists in lists', Array.from({ length: longestStep }, () => [[]]), 8],
  ])('pauses in %s', async (_what, value, least) => {
    const { sliced, pauses } = counting()
    await (typeof value === 'string' ? sliced.scrub(value) : sliced.scrubValue(value))
    expect(pauses()).toBeGreaterThanOrEqual(least)
  })
})
