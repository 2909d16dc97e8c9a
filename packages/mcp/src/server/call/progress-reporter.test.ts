import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProgressReporter } from './progress-reporter.ts'

function report(fractions: readonly (number | undefined)[]) {
  const sent: { progress: number; total?: number | undefined }[] = []
  const progress = createProgressReporter((sign) => sent.push(sign))
  for (const fraction of fractions) progress(fraction === undefined ? { message: '' } : { message: '', fraction })
  return sent
}

test('the value grows with every sign of life, also where a tool stands still or goes back', () => {
  const fraction = fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: undefined })
  fc.assert(
    fc.property(fc.array(fraction), (fractions) => {
      const values = report(fractions).map((sign) => sign.progress)
      values.reduce((last, value) => {
        expect(value).toBeGreaterThan(last)
        return value
      }, 0)
    }),
  )
})

test('a tool that cannot tell how far it is gives a count, one that can a percentage', () => {
  expect(report([undefined, undefined])).toMatchObject([{ progress: 1 }, { progress: 2 }])
  expect(report([undefined])[0]).not.toHaveProperty('total')
  expect(report([0.25, 0.5])).toMatchObject([
    { progress: 25, total: 100 },
    { progress: 50, total: 100 },
  ])
})
