import type { ModelRequest } from '@drawbridge/core/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withinBudget } from './within-budget.ts'

const id = 'a/b'
const limits = { context: 100_000, maxOutput: 8_000 }
const requestOf = (characters: number): ModelRequest => ({
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'x'.repeat(characters) }] }],
  tools: [],
})

test('an answer never costs more, with the words that are asked, than a run may', () => {
  const prices = fc.double({ min: 0.01, max: 100, noNaN: true })
  fc.assert(
    fc.property(prices, prices, fc.double({ min: 0.000_01, max: 2, noNaN: true }), (input, output, maxCost) => {
      const request = requestOf(4_000)
      const prompt = Math.ceil(JSON.stringify([request.messages, request.tools]).length / 4)
      try {
        const { maxOutput = Number.POSITIVE_INFINITY } = withinBudget(
          request,
          { id, limits, price: { input, output } },
          { maxCost },
        )
        expect((prompt * input + maxOutput * output) / 1_000_000).toBeLessThanOrEqual(maxCost * 1.000_001)
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid' })
        expect((prompt * input + output) / 1_000_000).toBeGreaterThan(maxCost * 0.999_999)
      }
    }),
  )
})

test('both budgets count, a limit of costs without a price is refused, and an answer that costs nothing may be long', () => {
  const request = requestOf(400)
  const price = { input: 1, output: 10 }
  expect(() => withinBudget(request, { id, limits }, { maxCost: 1 })).toThrow('the price of "a/b" is not known')
  expect(withinBudget(request, { id, limits, price }, { maxTokens: 1_000, maxCost: 1 }).maxOutput).toBeLessThan(1_000)
  expect(withinBudget(request, { id, limits, price }, { maxTokens: 100_000, maxCost: 0.01 }).maxOutput).toBeLessThan(
    1_000,
  )
  expect(withinBudget(request, { id, limits, price: { input: 1, output: 0 } }, { maxCost: 1 }).maxOutput).toBe(8_000)
  expect(() => withinBudget(request, { id, limits, price }, { maxCost: 0.000_01 })).toThrow('$0.00001')
  expect(() => withinBudget(request, { id, limits, price }, { maxTokens: 10 })).toThrow('10 tokens')
})
