import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWithTestTools } from '../../../../scripts/test-support/describe-with.ts'
import {
  checkIds,
  conformanceRevisions,
  failedChecks,
  runConformance,
} from '../../../../scripts/test-support/run-conformance.ts'
import { openSuiteServer } from '../__fixtures__/conformance/open-suite-server.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/mcp-conformance.md'), 'utf8')
const expected = JSON.parse(
  readFileSync(join(import.meta.dirname, '../__fixtures__/conformance/expected-checks.json'), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

describeWithTestTools('the official conformance suite calls our server', (tools) => {
  for (const revision of conformanceRevisions) {
    test(`every scored check of ${revision} passes for our server, none is missing, and each other one is explained`, async () => {
      await using server = await openSuiteServer()
      const { scored, unscored } = await runConformance({
        tools,
        side: 'server',
        revision,
        target: ['--url', server.url],
      })
      expect(failedChecks(scored)).toEqual([])
      expect(checkIds(scored)).toEqual(expected[revision])
      for (const scenario of Object.keys(unscored)) expect(page).toContain(`\`${scenario}\``)
      // The suite went through the pipeline: its calls are in the record.
      expect(server.recorder.types()).toContain('tool.completed')
    })
  }
})
