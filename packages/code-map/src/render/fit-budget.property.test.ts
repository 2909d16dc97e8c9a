import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens, fitBudget } from './fit-budget.ts'

const steps = fc.array(
  fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 30 }) }), { maxLength: 4 }),
  {
    maxLength: 20,
  },
)

test('never more than the budget, and a larger budget takes all that a smaller one does', () => {
  fc.assert(
    fc.property(steps, fc.nat(200), fc.nat(200), fc.nat(50), (all, budget, more, reserved) => {
      const small = fitBudget(all, { budget, reserved })
      const large = fitBudget(all, { budget: budget + more, reserved })
      const text = small.lines.map((line) => line.text).join('\n')
      if (small.lines.length > 0) expect(estimateTokens(text) + Math.floor(reserved / 3)).toBeLessThanOrEqual(budget)
      expect(large.lines.slice(0, small.lines.length)).toEqual(small.lines)
      expect(small.isComplete).toBe(small.lines.length === all.flat().length)
    }),
  )
})
