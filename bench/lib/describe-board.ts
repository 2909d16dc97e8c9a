import { expect, test } from 'vitest'
import { describeWithCorpora } from '../../scripts/test-support/describe-with.ts'
import type { Measure } from './report.ts'

/** The test of a scoreboard: each of its goals is met. It needs the corpora, which are not part of this repository. */
export function describeBoard(name: string, measure: Measure): void {
  describeWithCorpora(`the scoreboard ${name} counts their lines`, () => {
    test(`${name} meets every goal`, { timeout: 120_000 }, async () => {
      const { goals, details = [] } = await measure()
      expect(goals.length).toBeGreaterThan(0)
      expect(
        goals.filter((goal) => !goal.met).map((goal) => goal.text),
        details.join('\n'),
      ).toEqual([])
    })
  })
}
