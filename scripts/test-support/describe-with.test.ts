import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../lib/repository-root.ts'
import { runTool } from '../lib/run.ts'
import { plantRepository } from './plant-repository.ts'

const needsOne = (program: string) =>
  `describeWithProgram('${program}', 'the planted reason', (path) => test('runs', () => expect(path).toMatch(/^\\//)))`
const needsTwo = (first: string, second: string) =>
  `describeWithPrograms('both', ['${first}', '${second}'], 'the planted reason', (paths) =>
     test('runs', () => expect(Object.keys(paths)).toEqual(['${first}', '${second}'])))`

/** Runs one suite that needs programs, and tells how each of its tests ended. */
async function runSuite(suite: string, required: string): Promise<Record<string, string>> {
  const support = `${repositoryRoot}/scripts/test-support/describe-with.ts`
  const root = plantRepository({
    'scripts/planted.test.ts': `
      import { expect, test } from 'vitest'
      import { describeWithProgram, describeWithPrograms } from ${JSON.stringify(support)}
      void [describeWithProgram, describeWithPrograms]
      ${suite}`,
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
  expect(await runSuite(needsOne('sh'), '')).toEqual({ 'with sh runs': 'passed' })
})

test('given no such program, one test is skipped by name and reason', async () => {
  expect(await runSuite(needsOne('no-such-program'), 'corpora')).toEqual({
    'with no-such-program needs no-such-program: the planted reason': 'skipped',
  })
})

test('given no such program though it is required, a test fails', async () => {
  expect(await runSuite(needsOne('no-such-program'), 'corpora, no-such-program')).toEqual({
    'with no-such-program finds no-such-program': 'failed',
  })
})

test('given all of several programs, their suite runs with the absolute paths', async () => {
  expect(await runSuite(needsTwo('sh', 'env'), '')).toEqual({ 'with both runs': 'passed' })
})

test('given only some of several programs, what they make is skipped or required under its own name', async () => {
  const suite = needsTwo('sh', 'no-such-program')
  expect(await runSuite(suite, 'sh')).toEqual({
    'with both needs both: the planted reason (missing: no-such-program)': 'skipped',
  })
  expect(await runSuite(suite, 'both')).toEqual({ 'with both finds both': 'failed' })
})
