import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { openHttpServer } from '@drawbridge/net/server'
import { expect, test } from 'vitest'
import { describeWithTestTools } from '../../../../scripts/test-support/describe-with.ts'
import {
  checkIds,
  conformanceRevisions,
  failedChecks,
  runConformance,
} from '../../../../scripts/test-support/run-conformance.ts'
import { driveScenario, type SuiteScenario } from '../__fixtures__/conformance/drive-scenario.ts'

const fixtures = join(import.meta.dirname, '../__fixtures__/conformance')
const page = readFileSync(join(import.meta.dirname, '../../../../docs/mcp-conformance.md'), 'utf8')
const { checks: expected, skipped } = JSON.parse(readFileSync(join(fixtures, 'expected-checks.json'), 'utf8')) as {
  readonly checks: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Scored checks that the suite skips by its own rules. The page says why. */
  readonly skipped: Readonly<Record<string, readonly string[]>>
}

/** The suite starts all scenarios at once. So many are driven at a time, so that none waits for its time limit. */
const driversAtOnce = 4

describeWithTestTools('the official conformance suite starts servers for our client', (tools) => {
  for (const revision of conformanceRevisions) {
    test(`every scored check of ${revision} passes for our client, and each other one is explained`, {
      timeout: 180_000,
    }, async () => {
      const problems: string[] = []
      const drive = takeTurns(driversAtOnce, async (scenario: SuiteScenario) => {
        try {
          await driveScenario(scenario)
          return new Response('')
        } catch (error) {
          problems.push(`${scenario.scenario}: ${String(error)}`)
          return new Response(String(error), { status: 500 })
        }
      })
      const driver = await openHttpServer({
        fetch: async (request) => drive((await request.json()) as SuiteScenario),
      })
      const { scored, unscored } = await runConformance({
        tools,
        side: 'client',
        revision,
        target: ['--command', `${execPath} ${join(fixtures, 'messenger.ts')}`],
        env: { SUITE_DRIVER: String(driver.url) },
        limitMs: 120_000,
      })
      await driver.close()
      expect(failedChecks(scored), problems.join('\n')).toEqual(skipped[revision])
      expect(checkIds(scored)).toEqual(expected[revision])
      for (const scenario of Object.keys(unscored)) expect(page).toContain(`\`${scenario}\``)
      for (const line of skipped[revision] ?? []) expect(page).toContain(`\`${line.split(' ')[1]}\``)
    })
  }
})

/** Lets no more than `most` calls run at a time; the others wait in their order. */
function takeTurns<Input, Result>(most: number, work: (input: Input) => Promise<Result>) {
  const lanes = Array.from({ length: most }, () => Promise.resolve<unknown>(undefined))
  let next = 0
  return (input: Input): Promise<Result> => {
    const lane = next++ % most
    const done = (lanes[lane] ?? Promise.resolve()).then(() => work(input))
    lanes[lane] = done.catch(() => undefined)
    return done
  }
}
