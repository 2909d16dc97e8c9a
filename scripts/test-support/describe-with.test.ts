import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../lib/repository-root.ts'
import { runTool } from '../lib/run.ts'
import { plantRepository } from './plant-repository.ts'

/** Runs one suite that needs `program`, and tells how each of its tests ended. */
async function runSuiteThatNeeds(program: string, required: string): Promise<Record<string, string>> {
  const support = `${repositoryRoot}/scripts/test-support/describe-with.ts`
  const root = plantRepository({
    'scripts/planted.test.ts': `
      import { expect, test } from 'vitest'
      import { describeWithProgram } from ${JSON.stringify(support)}
      describeWithProgram('${program}', 'the planted reason', (path) => {
        test('runs', () => expect(path).toMatch(/^\\//))
      })`,
  })
  const file = join(root, 'report.json')
  await runTool(root, 'vitest', ['run', '--reporter=json', `--outputFile=${file}`], {
    env: { DRAWBRIDGE_REQUIRE: required },
  })
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[]
  }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return Object.fromEntries(tests.map(({ fullName, status }) => [fullName, status]))
}

test('given the program, its suite runs with the absolute path', async () => {
  expect(await runSuiteThatNeeds('sh', '')).toEqual({ 'with sh runs': 'passed' })
})

test('given no such program, one test is skipped by name and reason', async () => {
  expect(await runSuiteThatNeeds('no-such-program', 'corpora')).toEqual({
    'with no-such-program needs no-such-program: the planted reason': 'skipped',
  })
})

test('given no such program though it is required, a test fails', async () => {
  expect(await runSuiteThatNeeds('no-such-program', 'corpora, no-such-program')).toEqual({
    'with no-such-program finds no-such-program': 'failed',
  })
})
