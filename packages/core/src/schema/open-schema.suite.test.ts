import { expect, test } from 'vitest'
import { runSuite } from '../../../../bench/lib/json-schema-test-suite.ts'
import { describeWithCorpora } from '../../../../scripts/test-support/describe-with.ts'

describeWithCorpora('the JSON-Schema-Test-Suite is the judge of the open profile', (folder) => {
  test('openSchema decides every required case of draft 2020-12 as the suite does', async () => {
    const { passed, refused, wrong } = await runSuite(folder)
    expect(wrong).toEqual([])
    expect(refused.length).toBeLessThanOrEqual(10)
    expect(passed + refused.length).toBe(1_299)
  })
})
