import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { killRounds } from './__fixtures__/kill-rounds.ts'

describeDatabases('a process that records', ({ options }) => {
  test('loses nothing acknowledged when it is killed at any moment, and leaves nothing by half: ten rounds', {
    timeout: 120_000,
  }, async () => {
    const reports = await killRounds({ database: options(), rounds: 10, random: Math.random })
    expect(reports.flatMap(({ faults }) => faults)).toEqual([])
    expect(reports).toHaveLength(11)
    expect(reports.some(({ interrupted }) => interrupted > 0)).toBe(true)
  })
})
