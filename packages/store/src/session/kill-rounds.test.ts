import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { killRounds } from './__fixtures__/kill-rounds.ts'

describeDatabases('a process that records', ({ options }) => {
  test('loses nothing acknowledged when it is killed at any moment, and leaves nothing by half', {
    timeout: 120_000,
  }, async () => {
    const rounds = propertyRuns(6)
    const reports = await killRounds({ database: options(), rounds, random: Math.random })
    expect(reports.flatMap(({ faults }) => faults)).toEqual([])
    expect(reports).toHaveLength(rounds + 1)
    expect(reports.some(({ interrupted }) => interrupted > 0)).toBe(true)
  })
})
