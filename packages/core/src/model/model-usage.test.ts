import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUsage, costOf, type ModelUsage, noUsage, promptTokens } from './model-usage.ts'

const usage = (part: Partial<ModelUsage>): ModelUsage => ({ ...noUsage, ...part })
const million = 1_000_000

test.each<[what: string, usage: Partial<ModelUsage>, dollars: number]>([
  ['plain input', { input: million }, 3],
  ['cached input', { cacheRead: million }, 0.3],
  ['writing the cache', { cacheWrite: million }, 3.75],
  ['writing the cache of an hour', { cacheWriteHour: million }, 6],
  ['output and reasoning alike', { output: million, reasoning: million }, 30],
])('%s is priced', (_, part, dollars) => {
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 }
  expect(costOf(usage(part), price)).toBeCloseTo(dollars, 10)
})

test('prices that are not named follow the input price', () => {
  const price = { input: 2, output: 8 }
  expect(costOf(usage({ cacheRead: million }), price)).toBeCloseTo(0.2, 10)
  expect(costOf(usage({ cacheWrite: million, cacheWriteHour: million }), price)).toBeCloseTo(4, 10)
})

test('the prompt counts cached tokens once', () => {
  expect(promptTokens(usage({ input: 1, cacheRead: 2, cacheWrite: 4, cacheWriteHour: 8, output: 16 }))).toBe(15)
})

const tokens = fc.record({
  ...Object.fromEntries(Object.keys(noUsage).map((key) => [key, fc.nat(1000)])),
  estimated: fc.boolean(),
}) as fc.Arbitrary<ModelUsage>

test('the cost of a sum is the sum of the costs, and one guess makes it a guess', () => {
  const price = { input: 3, output: 15 }
  fc.assert(
    fc.property(tokens, tokens, (left, right) => {
      const sum = addUsage(left, right)
      expect(costOf(sum, price)).toBeCloseTo(costOf(left, price) + costOf(right, price), 8)
      expect(sum.estimated).toBe(left.estimated || right.estimated)
    }),
  )
})
